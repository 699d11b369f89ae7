// SPDX-License-Identifier: BSD-3-Clause
#include "device/borrowed_memory.hpp"
#include <algorithm>

namespace hocket {

std::byte* borrowed_memory::take(device_work& by, const memory_place& near, const foreign_memory& what,
                                 const char*& wrong)
{
    std::lock_guard held(lock_);
    auto found = std::ranges::find_if(open_, [&](auto& one) { return one.is(what, near); });
    if (found != open_.end()) {
        std::rotate(found, found + 1, open_.end());
        ++open_.back().users;
        return open_.back().at;
    }
    make_room(by, what);
    auto* at = by.borrow(near, what.how, wrong);
    // What is still open of its owner's may be in the way.
    if (!at && close_unused(by, [&](auto& one) { return one.what.process == what.process; }))
        at = by.borrow(near, what.how, wrong);
    if (at) open_.push_back({what, near, at, 1});
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
    std::size_t kept = 0, all = open_.size();
    for (std::size_t i = 0; i < all; ++i) {
        auto& one = open_[i];
        bool goes = one.users == 0 && (one.is_over(coming) || all - i + kept >= most);
        if (goes) by.give_back(one.near, one.at);
        else open_[kept++] = one;
    }
    open_.resize(kept);
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
