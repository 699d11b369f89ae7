// SPDX-License-Identifier: BSD-3-Clause
// What the protocol stands on, and its measures.
#pragma once
#include "transports/multicast/letter.hpp"

namespace hocket {

using cast_time = std::int64_t; // ns of some clock
constexpr cast_time cast_ms = 1'000'000;

class cast_channels {
public:
    virtual ~cast_channels() = default;
    // To all nodes: each may lose it, have it twice or late. False: not now.
    virtual bool multicast(const cast_packet& what) = 0;
    // To one rank, which gets all of them in their order. False: not now.
    virtual bool post(int to, const cast_letter& what) = 0;
};

struct cast_measures {
    std::uint32_t window = 128;   // packets that each member has room for
    std::uint32_t batch = 16;     // packets sent in one turn
    std::uint32_t reordered = 3;  // packets that may overtake one before it is missed
    cast_time patience = 20 * cast_ms; // without any packet, before the parent is asked; doubles up to `longest`
    cast_time tail = 10 * cast_ms;     // the same in the middle of a message
    cast_time longest = 320 * cast_ms;
    cast_time grace = 5 * cast_ms; // for what its asker may have got since
    cast_time report = 1 * cast_ms; // longest that progress is kept from the parent
    cast_time poke = 5 * cast_ms;  // before the last packet is sent again
    int misses = 3;                // messages in a row that hardly came by multicast, before it is given up
};

// How much may be under way, as losses and acknowledgements have it; of one member, for all its messages.
class cast_pace {
public:
    explicit cast_pace(const cast_measures& by) : most_(by.window), window_(by.window / 2.0) {}
    std::uint32_t window() const { return std::uint32_t(window_); }
    void acknowledged(std::uint32_t packets) { window_ = std::min(double(most_), window_ + packets / 8.0); }
    // At most once in what was under way.
    void lost() { window_ = std::max(std::min(double(least), double(most_)), window_ * 0.7); }

private:
    static constexpr int least = 32; // packets
    std::uint32_t most_;
    double window_;
};

} // namespace hocket
