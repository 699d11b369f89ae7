// SPDX-License-Identifier: BSD-3-Clause
#include "world/port.hpp"
#include "world/world.hpp"

namespace hocket {

bool port::post(request& r)
{
    return world_.post(rank_, r);
}

void port::cancel(request& r) noexcept
{
    world_.cancel(r);
}

bool port::casts(std::size_t n, int members, bool leaders) const
{
    return world_.casts(n, members, leaders);
}

void port::disagree(const disagreement_of& which)
{
    world_.fail("sizes", "rank " + std::to_string(which.rank) + " has " + std::to_string(which.announced) +
                             " bytes where the root expects " + std::to_string(which.expected));
}

} // namespace hocket
