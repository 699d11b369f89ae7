// SPDX-License-Identifier: BSD-3-Clause
// How many calls of each collective there were. One thread at a time counts; others may look.
#pragma once
#include "interpose/collective.hpp"
#include <atomic>
#include <cstdint>

namespace hocket {

class tally {
public:
    void call(collective c) { one_more(calls_[std::size_t(c)]); }
    void own(collective c) { one_more(own_[std::size_t(c)]); }
    std::uint64_t calls_of(collective c) const { return calls_[std::size_t(c)].load(std::memory_order_relaxed); }
    std::uint64_t own_of(collective c) const { return own_[std::size_t(c)].load(std::memory_order_relaxed); }
    void add(const tally& other)
    {
        for (auto c : all_collectives) {
            calls_[std::size_t(c)] += other.calls_of(c);
            own_[std::size_t(c)] += other.own_of(c);
        }
    }

private:
    using counter = std::atomic<std::uint64_t>;
    // Without the price of a locked instruction.
    static void one_more(counter& of) { of.store(of.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed); }

    counter calls_[all_collectives.size()] = {}, own_[all_collectives.size()] = {};
};

} // namespace hocket
