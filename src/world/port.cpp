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

} // namespace hocket
