// SPDX-License-Identifier: BSD-3-Clause
// Which bytes of memory a buffer is, for those who have to move them without MPI.
#pragma once
#include "device/driver.hpp"
#include "drive/user_data.hpp"
#include <optional>
#include <vector>

namespace hocket {

// The bytes of several blocks, as distances from one address.
class typed_pieces {
public:
    // The largest element with gaps whose bytes are found: as much as that is looked through for each call.
    static constexpr std::size_t most = std::size_t(64) << 20;

    // False where nobody can say: the type is not committed, or its parts lie too far apart.
    bool add(const user_data& block, const void* from);

    const std::vector<strided_piece>& all() const { return all_; }
    bool empty() const { return all_.empty(); }
    // Of the first byte, and after the last.
    std::ptrdiff_t low() const { return low_; }
    std::ptrdiff_t high() const { return high_; }
    std::size_t size() const { return size_; }

private:
    void add(const strided_piece& piece);

    MPI_Datatype last_ = MPI_DATATYPE_NULL; // blocks often have one
    std::optional<std::vector<strided_piece>> element_;
    std::vector<strided_piece> all_;
    std::ptrdiff_t low_ = 0, high_ = 0;
    std::size_t size_ = 0;
};

// Where the first byte of a type lies, from its address on.
std::ptrdiff_t first_byte_of(MPI_Datatype type);

} // namespace hocket
