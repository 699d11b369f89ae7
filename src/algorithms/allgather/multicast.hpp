// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/allgather/ring.hpp"

namespace hocket::allgather {

// Each sends its block in one message that the network copies to all nodes, `senders` of them at a time: a token for
// each, handed on by hearing the message of who had it. p messages, and each byte through each port once. Nobody waits
// in a circle: a rank comes to block i when it has block i - senders, so the first block that somebody lacks is one
// that all have come to. Elsewhere ring.
struct multicast {
    int senders = 2;

    static task run(multicast with, net on, blocks all)
    {
        bool at_once = on.each_casts(all.largest());
        if (!at_once) return ring::run({}, on, all);
        return by_tokens(with, on, all);
    }
    static cost declared(multicast with, const problem& of)
    {
        if (!of.casts()) return ring::declared({}, of);
        double turns = std::ceil(double(of.ranks) / with.senders), n = of.block();
        double time = std::max(turns * of.cast(n), of.cast(n) + (of.ranks - 1) * of.network.cast.stream(n, of.ranks));
        return {time, time, double(of.ranks)};
    }

private:
    static task by_tokens(multicast with, net on, blocks all)
    {
        group tokens;
        for (int first = 0; first < std::min(with.senders, on.size()); ++first)
            tokens.add(hand_on(on, all, first, with.senders));
        co_await tokens.all();
    }
    static task hand_on(net on, blocks all, int first, int stride)
    {
        for (int sender = first; sender < on.size(); sender += stride)
            co_await on.rooted(sender).multicast(all[sender]);
    }
};

} // namespace hocket::allgather
