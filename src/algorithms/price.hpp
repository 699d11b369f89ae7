// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace hocket {

// What messages cost on one level of the machine, in microseconds. Two kinds:
// * one port: a rank sends at most one and receives at most one message at a time, each for latency + per_byte n. The
//   definition of declared costs: latency 1 and nothing else counts rounds, per_byte 1 and nothing else counts bytes.
// * a machine: a message costs either side's processor its overhead, and long ones a round trip; a rank may have
//   many under way, each at the rate of a flow, and all that share an interface (or the memory) share its rate.
struct price {
    double latency = 0, per_byte = 0; // per_byte: of one flow
    bool one_port = true;
    double shared_per_byte = 0;       // of what many share
    double eager_limit = 1e18, rendezvous = 0;
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
    // One message alone: from the call of the sender until the receiver goes on.
    double operator()(double n) const { return crowd(1, n); }
    // One rank sends d at once; until the last has arrived.
    double several(double d, double n) const
    {
        if (one_port) return d * (*this)(n);
        return (d - 1) * std::max(overhead(n), n * shared_per_byte) + (*this)(n);
    }
    // m ranks that share an interface send one each.
    double crowd(double m, double n) const
    {
        if (one_port) return latency + per_byte * n;
        return start(n) + n * std::max(per_byte, m * shared_per_byte);
    }
    // The time between two steps of a rank that takes one message and passes on d in each step, while m ranks that
    // share its interface do the same. A sender of short messages does not wait for their arrival.
    double pace(double d, double n, double m) const
    {
        if (one_port) return d * (*this)(n);
        double wires = n * std::max(per_byte, m * d * shared_per_byte), work = (d + 1) * overhead(n);
        return n > eager_limit ? start(n) + std::max(wires, (d - 1) * overhead(n)) : std::max(wires, work);
    }

private:
    double start(double n) const { return latency + 2 * overhead(n) + (n > eager_limit ? rendezvous : 0); }
};

} // namespace hocket
