// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "net/request.hpp"
#include "transports/shared/area.hpp"

namespace hocket {

// How a rank gets at the memory of others of its node, which they have lent.
class far_memory {
public:
    virtual ~far_memory() = default;
    enum class outcome { read, refused, lost };
    // A whole message into the request's memory, or combined with it. Nothing that could not be combined again has
    // changed where it is refused.
    virtual outcome read(int from, const slot& what, const request& into) = 0;

    // May the memory of that rank be read, or written, in parts?
    virtual bool may_fetch(int rank) const = 0;
    virtual bool may_put(int rank) const = 0;
    // False: refused.
    virtual bool fetch(int from, std::uint64_t there, bytes here) = 0;
    virtual bool put(int to, std::uint64_t there, cbytes here) = 0;
};

} // namespace hocket
