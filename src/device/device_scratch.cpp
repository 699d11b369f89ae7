// SPDX-License-Identifier: BSD-3-Clause
#include "device/device_scratch.hpp"
#include <algorithm>
#include <bit>

namespace hocket {

device_scratch::block device_scratch::take(device_work& by, const memory_place& near, std::size_t n)
{
    constexpr std::size_t least = 4096;
    auto size = std::bit_ceil(std::max(n, least));
    {
        std::lock_guard held(lock_);
        auto fits = [&](auto& one) { return one.size == size && one.near.is_beside(near); };
        auto found = std::ranges::find_if(unused_, fits);
        if (found != unused_.end()) {
            auto one = *found;
            unused_.erase(found);
            kept_ -= size;
            return one;
        }
    }
    auto* at = by.allocate(near, size);
    if (!at && kept() > 0) release_all(by), at = by.allocate(near, size);
    return {near, at, size};
}

void device_scratch::give(device_work& by, const block& one)
{
    std::vector<block> gone;
    {
        std::lock_guard held(lock_);
        unused_.push_back(one);
        kept_ += one.size;
        while (kept_ > limit) {
            kept_ -= unused_.front().size;
            gone.push_back(unused_.front());
            unused_.erase(unused_.begin());
        }
    }
    for (auto& old : gone) by.release(old.near, old.at);
}

void device_scratch::release_all(device_work& by)
{
    std::vector<block> gone;
    {
        std::lock_guard held(lock_);
        gone.swap(unused_);
        kept_ = 0;
    }
    for (auto& one : gone) by.release(one.near, one.at);
}

std::size_t device_scratch::kept() const
{
    std::lock_guard held(lock_);
    return kept_;
}

} // namespace hocket
