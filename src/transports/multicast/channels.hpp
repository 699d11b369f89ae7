// SPDX-License-Identifier: BSD-3-Clause
// What the protocol stands on, and its measures.
#pragma once
#include "transports/multicast/letter.hpp"
#include <algorithm>

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
    cast_time settle = 1 * cast_ms; // once the last packet has come, before what was lost on the way is asked for
    cast_time grace = 5 * cast_ms; // for what its asker may have got since
    cast_time report = 1 * cast_ms; // without any packet, before progress that was kept back is told
    cast_time poke = 8 * cast_ms;  // before the last packet is sent again
    int pokes = 6; // so often, of a message of one packet
    // Messages of one packet that a member may have left before those below it have them; with the next one as many as
    // others keep room for.
    std::uint32_t owed = 0;
    int misses = 3; // messages in a row that hardly came by multicast, before it is given up
};

// How much may be under way, as losses and acknowledgements have it; of one member, for all its messages. Members who
// are all there read what comes, and its place is waiting: then only what is lost holds up what all have.
class cast_pace {
public:
    explicit cast_pace(const cast_measures& by) : room_(by.window), window_(by.window) {}
    std::uint32_t window(bool all_are_there) const
    {
        return all_are_there ? std::uint32_t(window_) : std::min(std::uint32_t(window_), room_);
    }
    void acknowledged(std::uint32_t packets) { window_ = std::min(double(most) * room_, window_ + packets / 2.0); }
    // `packets` of the last `sent` ones: single ones get lost anywhere, many where a queue is full.
    void lost(std::size_t packets, std::uint32_t sent)
    {
        if (packets > 8 && double(packets) > 0.15 * sent)
            window_ = std::max(std::min(32.0, double(room_)), window_ / 2);
    }
    // How long members took to tell that they had all, from the last packet on.
    void answered(cast_time after) { answer_ += (after - answer_) / 4; }
    cast_time answer() const { return answer_; }

private:
    static constexpr int most = 4;
    std::uint32_t room_;
    double window_;
    cast_time answer_ = 0;
};

} // namespace hocket
