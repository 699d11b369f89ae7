// SPDX-License-Identifier: BSD-3-Clause
#include "device/device_scratch.hpp"
#include <algorithm>
#include <bit>

namespace hocket {

device_scratch::block device_scratch::take(device_work& by, const memory_place& near, std::size_t n)
{
    constexpr std::size_t least = 4096;
    auto size = std::bit_ceil(std::max(n, least));
    auto fits = [&](auto& one) { return one.size == size && one.near.is_beside(near); };
    if (auto one = unused_.take(fits)) return *one;
    auto* at = by.allocate(near, size);
    if (!at && kept() > 0) release_all(by), at = by.allocate(near, size);
    return {near, at, size};
}

void device_scratch::give(device_work& by, const block& one)
{
    for (auto& old : unused_.give(one)) by.release(old.near, old.at);
}

void device_scratch::release_all(device_work& by)
{
    for (auto& one : unused_.take_all()) by.release(one.near, one.at);
}

} // namespace hocket
