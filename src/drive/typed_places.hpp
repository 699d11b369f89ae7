// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "drive/staged_blocks.hpp"
#include <optional>

namespace hocket {

// A user's blocks, in place or staged as their types ask for. Lives as long as the operation on `port`, and does not
// move.
class typed_places {
public:
    typed_places(mpi_port& port, const user_blocks& user, int origin, int ranks, staged_blocks::role as)
    {
        if (are_contiguous(user, ranks)) plain_.emplace(user, origin, ranks);
        else staged_.emplace(port, user, origin, ranks, as);
    }
    const block_places* places() const { return plain_ ? &*plain_ : static_cast<const block_places*>(&*staged_); }
    bool is_usable() const { return !staged_ || staged_->is_usable(); }
    // What the port has to know of, null for data used in place.
    staging* picture() { return staged_ ? &*staged_ : nullptr; }

private:
    std::optional<user_places> plain_;
    std::optional<staged_blocks> staged_;
};

} // namespace hocket
