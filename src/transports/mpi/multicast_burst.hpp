// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "topology/layout.hpp"
#include "transports/multicast/cast_socket.hpp"
#include "transports/multicast/channels.hpp"
#include "transports/multicast/marks.hpp"
#include <string>

namespace hocket {

// Packets by which nodes find out whether they hear one another: many of rank 0, since the loss is to be small, and
// two of each other node, several times, since a switch may learn of a group only as it is joined.
class multicast_burst {
public:
    // `in`: null on a rank that receives nothing.
    multicast_burst(int rank, const layout& where, const packet_format& format, cast_socket& out,
                    const cast_socket* in);

    void go_on();
    bool is_complete() const { return !in_ || (of_first_.come() + most_lost >= of_first_.count() && heard_.all()); }
    bool is_late() const;
    // In words.
    std::string missing() const;

private:
    static constexpr std::uint32_t many = 16, most_lost = 4;
    static constexpr cast_time times[] = {0, 20 * cast_ms, 60 * cast_ms, 140 * cast_ms}; // of sending
    static constexpr cast_time longest = 300 * cast_ms;

    void send();
    void read();
    cast_time passed() const;

    int rank_;
    const layout& where_;
    packet_format format_;
    cast_socket& out_;
    const cast_socket* in_;
    cast_time start_;
    std::size_t sent_ = 0; // times
    marks of_first_{many}, heard_; // packets of rank 0; nodes
};

} // namespace hocket
