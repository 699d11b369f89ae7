// SPDX-License-Identifier: BSD-3-Clause
// Faults of a network, made here for tests.
#pragma once
#include "base/result.hpp"
#include "transports/multicast/channels.hpp"
#include <deque>
#include <limits>
#include <random>
#include <string_view>

namespace hocket {

// Per cent of the packets that a rank receives.
struct cast_faults {
    double drop = 0, duplicate = 0, reorder = 0, corrupt = 0;
    std::uint64_t seed = 1;
    std::uint64_t after = std::numeric_limits<std::uint64_t>::max(); // packets; all later ones are dropped

    bool any() const { return drop + duplicate + reorder + corrupt > 0 || after != cast_faults().after; }
    // "drop=5,reorder=2,seed=7"; empty: none.
    static result<cast_faults> read(std::string_view text);
};

// Stands between the network and the protocol of one rank.
class faulty_line {
public:
    faulty_line(const cast_faults& by, int rank) : by_(by), dice_(by.seed * 1000003 + std::uint64_t(rank)) {}

    // Calls arrives(bytes) for what comes of it now.
    template <class Arrives> void take(cbytes what, cast_time now, Arrives arrives)
    {
        if (!by_.any()) return arrives(what);
        if (++seen_ > by_.after || chance(by_.drop)) return;
        std::vector<std::byte> copy(what.begin(), what.end());
        if (chance(by_.corrupt) && !copy.empty()) copy[dice_() % copy.size()] ^= std::byte(1 << dice_() % 8);
        if (chance(by_.duplicate)) arrives(cbytes(copy));
        if (chance(by_.reorder)) late_.push_back({now + cast_time(dice_() % 3'000'000), std::move(copy)});
        else arrives(cbytes(copy));
    }
    // What was held back until now.
    template <class Arrives> void look(cast_time now, Arrives arrives)
    {
        for (; !late_.empty() && late_.front().at <= now; late_.pop_front()) arrives(cbytes(late_.front().data));
    }

private:
    struct held {
        cast_time at;
        std::vector<std::byte> data;
    };
    bool chance(double percent) { return percent > 0 && std::uniform_real_distribution<>(0, 100)(dice_) < percent; }

    cast_faults by_;
    std::mt19937_64 dice_;
    std::uint64_t seen_ = 0;
    std::deque<held> late_;
};

} // namespace hocket
