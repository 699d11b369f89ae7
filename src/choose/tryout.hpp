// SPDX-License-Identifier: BSD-3-Clause
// A choice against others while the program runs. All ranks of a communicator count the same calls, so that they try
// the same algorithm at the same call; they decide together, from what the slowest of them has seen.
#pragma once
#include "catalogue/catalogue.hpp"
#include <cstdint>
#include <vector>

namespace hocket {

class tryout {
public:
    static constexpr std::uint64_t warmup = 2, rounds = 16; // in each of which every algorithm has one call
    static constexpr double least_gain = 0.10;               // of the choice's time, for which it is left
    static constexpr std::uint64_t again = 16;               // times as many calls later it is asked anew

    // The choice comes first.
    explicit tryout(std::vector<bound_plan> all);

    // What the next call runs; and how long it took, in nanoseconds.
    const bound_plan& plan() const { return all_[next()]; }
    void took(std::int64_t time);
    // Is every rank to tell its medians now?
    bool is_due() const { return is_open() && calls_ - begun_ == length(); }
    std::vector<std::uint64_t> medians() const;
    // Of each algorithm the greatest of all ranks' medians. Returns what runs from now on.
    const bound_plan& settle(const std::vector<std::uint64_t>& greatest);

    const std::vector<bound_plan>& all() const { return all_; }
    std::uint64_t calls() const { return calls_; }

private:
    bool is_open() const { return calls_ >= begun_; }
    std::uint64_t length() const { return (warmup + rounds) * all_.size(); }
    std::size_t next() const;

    std::vector<bound_plan> all_;
    std::vector<std::vector<std::int64_t>> times_;
    std::uint64_t calls_ = 0, begun_ = 0; // begun_ in the future: the winner runs until then
    std::size_t winner_ = 0;
};

} // namespace hocket
