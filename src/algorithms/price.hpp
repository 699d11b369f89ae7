// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/cast_price.hpp"
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace hocket {

// What a sender has under way before it hears of its receiver: ten segments (RFC 6928).
constexpr double first_window = 14'600;

// What messages cost on one level of the machine, in microseconds. Two kinds:
// * one port: a rank sends at most one and receives at most one message at a time, each for latency + per_byte n. The
//   definition of declared costs: latency 1 and nothing else counts rounds, per_byte 1 and nothing else counts bytes.
// * a machine: a message costs either side's processor its overhead, and long ones a round trip; a rank may have
//   many under way, each at the rate of a flow, and all that share an interface (or the memory) share its rate.
struct price {
    double latency = 0, per_byte = 0; // per_byte: of one flow
    bool one_port = true;
    double shared_per_byte = 0;       // of what many share
    bool in_turn = false;             // what they share serves one message after the other
    double eager_limit = 1e18, rendezvous = 0, fresh_per_byte = 0; // of longer messages
    double flood = 0, resend = 0; // what one port takes in at once without loss, 0: anything; and the price of a loss
    double tell_limit = -1; // bytes of one message for all ranks of a node; -1: there is none
    cast_price cast{}; // of one message for all nodes
    int points = 0;
    std::array<std::pair<double, double>, 8> overheads{}; // (bytes, microseconds) by growing bytes

    double overhead(double n) const
    {
        if (points == 0) return 0;
        int i = 0;
        while (i < points && overheads[std::size_t(i)].first <= n) ++i;
        auto after = overheads[std::size_t(std::min(i, points - 1))];
        if (i == 0 || i == points) return after.second;
        auto before = overheads[std::size_t(i - 1)];
        return before.second + (after.second - before.second) * (n - before.first) / (after.first - before.first);
    }
    // What is lost where so many send n bytes each to one of them at once.
    double incast(double senders, double n) const { return lost(senders, std::min(n, first_window)); }
    // What is lost where so many flows meet before one port, each with n bytes under way.
    double lost(double flows, double n) const { return flood > 0 && flows > 1 && flows * n > flood ? resend : 0; }
    // One message alone: from the call of the sender until the receiver goes on.
    double operator()(double n) const { return crowd(1, n); }
    // m ranks that share an interface send d each at once; until the last has arrived. `sides`: 2 where each of them
    // also takes as many.
    double several(double d, double n, double m, int sides = 1) const
    {
        if (one_port) return d * (latency + per_byte * n);
        return start(n) + std::max(sides * (d - 1) * overhead(n), served(d * m, n) - n * per_byte) + n * per_byte;
    }
    // m ranks that share an interface send one each.
    double crowd(double m, double n) const { return several(1, n, m); }
    // The time between two steps of a rank that takes one message and passes on d in each step, while m ranks that
    // share its interface do the same. A sender of short messages does not wait for their arrival.
    double pace(double d, double n, double m) const
    {
        if (one_port || n > eager_limit) return several(d, n, m);
        return std::max(n * std::max(per_byte, m * d * shared_per_byte), (d + 1) * overhead(n));
    }

private:
    // The last of so many flows ends: an interface takes one after the other, memory all at once.
    double served(double flows, double n) const
    {
        return in_turn ? ((flows - 1) * shared_per_byte + per_byte) * n
                       : std::max(per_byte, flows * shared_per_byte) * n;
    }
    double start(double n) const
    {
        return latency + 2 * overhead(n) + (n > eager_limit ? rendezvous + n * fresh_per_byte : 0);
    }
};

} // namespace hocket
