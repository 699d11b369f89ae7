// SPDX-License-Identifier: BSD-3-Clause
#include "interpose/communicator_table.hpp"
#include <algorithm>

namespace hocket {

std::size_t communicator_table::home_of(key handle) const
{
    return std::size_t((std::uint64_t(handle) * 0x9E3779B97F4A7C15u) >> 32) & (slots_.size() - 1);
}

std::size_t communicator_table::place_of(key handle) const
{
    auto at = home_of(handle);
    while (slots_[at].is && slots_[at].handle != handle) at = (at + 1) & (slots_.size() - 1);
    return at;
}

communicator* communicator_table::look_up(key handle)
{
    std::lock_guard held(lock_);
    auto* found = slots_[place_of(handle)].is.get();
    if (found) last_ = {handle, generation_.load(std::memory_order_relaxed), found};
    return found;
}

communicator& communicator_table::at(MPI_Comm handle)
{
    std::lock_guard held(lock_);
    if (2 * (used_ + 1) > slots_.size()) grow();
    auto& place = slots_[place_of(key_of(handle))];
    if (!place.is) {
        place = {key_of(handle), std::make_unique<communicator>(handle, ++born_)};
        ++used_;
    }
    return *place.is;
}

void communicator_table::grow()
{
    auto old = std::exchange(slots_, std::vector<slot>(2 * slots_.size()));
    for (auto& s : old)
        if (s.is) slots_[place_of(s.handle)] = std::move(s);
}

std::unique_ptr<communicator> communicator_table::take(MPI_Comm handle)
{
    std::lock_guard held(lock_);
    auto at = place_of(key_of(handle));
    return slots_[at].is ? remove(at) : nullptr;
}

// Closes the gap behind it, so that no search stops early: whatever may sit in the gap moves there.
std::unique_ptr<communicator> communicator_table::remove(std::size_t at)
{
    auto mask = slots_.size() - 1;
    auto gone = std::move(slots_[at].is);
    generation_.fetch_add(1, std::memory_order_release);
    --used_;
    for (auto next = (at + 1) & mask; slots_[next].is; next = (next + 1) & mask) {
        auto home = home_of(slots_[next].handle);
        if (((next - home) & mask) < ((next - at) & mask)) continue;
        slots_[at] = std::move(slots_[next]);
        at = next;
    }
    return gone;
}

std::vector<std::unique_ptr<communicator>> communicator_table::take_all()
{
    std::lock_guard held(lock_);
    std::vector<std::unique_ptr<communicator>> all;
    for (auto& s : slots_)
        if (s.is) all.push_back(std::move(s.is));
    used_ = 0;
    generation_.fetch_add(1, std::memory_order_release);
    std::sort(all.begin(), all.end(), [](auto& a, auto& b) { return a->born() < b->born(); });
    return all;
}

} // namespace hocket
