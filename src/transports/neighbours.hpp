// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "transports/engine.hpp"

namespace hocket {

// What a rank has heard of that others told, and the parts of deals among it.
struct heard_of {
    std::uint64_t tells = 0, parts = 0;
};

// A shorter way to some ranks of a communicator than the library's messages, for the same verbs and by the same
// contract as a transport's.
class neighbours {
public:
    virtual ~neighbours() = default;
    virtual bool reaches(int rank) const = 0;
    // As a transport's.
    virtual bool tells_all(std::size_t n, bool node) const = 0;
    virtual bool takes_pieces(int rank, std::size_t n) const = 0;
    virtual bool post(request& r) = 0;
    virtual void cancel(request& r) noexcept = 0;
    // As an engine's.
    virtual bool progress(bool all) = 0;
    // Nothing that was posted is under way.
    virtual bool is_idle() const = 0;
    // Between operations: what the buffer of the next one is a picture of, if it is one.
    virtual void begin(staging* picture) = 0;
    // Set once, after a failure: memory of a cancelled message may be read by its receiver at any time.
    virtual bool has_left_lent() const noexcept = 0;
    // Set once: a message had another length than its receiver expects. The post that finds it is not complete.
    virtual bool failed() const noexcept = 0;
    virtual heard_of heard() const noexcept = 0;
};

} // namespace hocket
