// SPDX-License-Identifier: BSD-3-Clause
#include "transports/mpi/multicast_burst.hpp"
#include "base/steady_time.hpp"
#include <iterator>
#include <limits>
#include <sched.h>

namespace hocket {

namespace {

// No message has so high a number: a test packet that comes late is no part of any.
constexpr std::uint64_t burst_number = std::numeric_limits<std::uint64_t>::max();

} // namespace

multicast_burst::multicast_burst(int rank, const layout& where, const packet_format& format, cast_socket& out,
                                 const cast_socket* in)
    : rank_(rank), where_(where), format_(format), out_(out), in_(in), start_(steady_ns()),
      heard_(std::uint32_t(where.nodes()))
{
    if (in_) heard_.set(std::uint32_t(where_.node_of(rank_)));
    if (rank_ == 0)
        for (std::uint32_t i = 0; i < many; ++i) of_first_.set(i);
}

cast_time multicast_burst::passed() const
{
    return steady_ns() - start_;
}

bool multicast_burst::is_late() const
{
    return passed() > longest;
}

void multicast_burst::go_on()
{
    if (!in_) return;
    if (sent_ < std::size(times) && passed() >= times[sent_]) {
        ++sent_;
        send();
    }
    read();
    sched_yield();
}

// As long as packets may be, so that shorter ones will pass too, and joined as those of long messages.
void multicast_burst::send()
{
    static const std::byte nothing[cast_packet::most] = {};
    std::byte wire[many][cast_packet::whole];
    cbytes packets[many];
    auto n = rank_ == 0 ? many : 2;
    for (std::uint32_t i = 0; i < n; ++i)
        packets[i] = {
            wire[i],
            format_.write({{std::uint32_t(rank_), 0, burst_number}, i, many * cast_packet::most, nothing}, wire[i])};
    out_.send({packets, n});
}

void multicast_burst::read()
{
    std::byte room[cast_socket::slot];
    unsigned size = 0;
    cast_packet one;
    while (in_->receive(room, 1, &size) == 1) {
        if (format_.read({room, size}, one) != packet_fault::none) continue;
        if (one.of.number != burst_number || int(one.of.sender) >= where_.ranks()) continue;
        if (one.of.sender == 0) of_first_.set(one.index);
        heard_.set(std::uint32_t(where_.node_of(int(one.of.sender))));
    }
}

std::string multicast_burst::missing() const
{
    if (heard_.all()) return std::to_string(of_first_.count() - of_first_.come()) + " of 16 test packets were lost";
    return std::to_string(heard_.count() - heard_.come()) + " of " + std::to_string(heard_.count()) +
           " nodes were not heard";
}

} // namespace hocket
