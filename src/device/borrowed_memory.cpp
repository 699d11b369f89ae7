// SPDX-License-Identifier: BSD-3-Clause
#include "device/borrowed_memory.hpp"
#include <algorithm>
#include <utility>

namespace hocket {

std::byte* borrowed_memory::take(device_work& by, const memory_place& near, const foreign_memory& what,
                                 const char*& wrong)
{
    std::lock_guard held(lock_);
    auto found = std::ranges::find_if(open_, [&](auto& one) { return one.is(what, near); });
    if (found != open_.end()) {
        found->last_use = ++uses_;
        ++found->users;
        return found->at;
    }
    make_room(by, what);
    auto* at = by.borrow(near, what.how, wrong);
    // What is still open of its owner's may be in the way.
    if (!at && close_unused(by, [&](auto& one) { return one.what.process == what.process; }))
        at = by.borrow(near, what.how, wrong);
    if (at) open_.push_back({what, near, at, 1, ++uses_});
    return at;
}

void borrowed_memory::give(const memory_place& near, const foreign_memory& what)
{
    std::lock_guard held(lock_);
    auto found = std::ranges::find_if(open_, [&](auto& one) { return one.is(what, near); });
    if (found != open_.end()) --found->users;
}

void borrowed_memory::make_room(device_work& by, const foreign_memory& coming)
{
    close_unused(by, [&](auto& one) { return one.is_over(coming); });
    while (open_.size() >= most) {
        auto order = [](auto& one) { return std::pair(one.users > 0, one.last_use); };
        auto oldest = std::ranges::min_element(open_, {}, order);
        if (oldest->users > 0) return;
        by.give_back(oldest->near, oldest->at);
        open_.erase(oldest);
    }
}

bool borrowed_memory::close_from(device_work& by, std::uint64_t process)
{
    std::lock_guard held(lock_);
    return close_unused(by, [process](auto& one) { return one.what.process == process; });
}

void borrowed_memory::close_all(device_work& by)
{
    std::lock_guard held(lock_);
    close_unused(by, [](auto&) { return true; });
}

std::size_t borrowed_memory::open() const
{
    std::lock_guard held(lock_);
    return open_.size();
}

} // namespace hocket
