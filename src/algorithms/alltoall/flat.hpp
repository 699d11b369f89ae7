// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/in_pieces.hpp"

namespace hocket::alltoall {

// Flat: every rank sends its blocks itself, to its next neighbour first, so that all begin at different receivers. At
// most `sends` leave and at most `receives` are awaited at a time; 0: all. All of both is what LAM did; one send with
// all receives is the crude remedy against what that does to a network; a window of a few keeps interfaces busy and
// neither end flooded. (p-1)(alpha + m beta). What has no bytes is not sent.
struct flat {
    int sends = 8, receives = 8;

    static task run(flat with, net on, exchanged_blocks data)
    {
        co_await both(each_way(on, data.in, true, with.receives), each_way(on, data.out, false, with.sends));
    }
    static cost declared(flat with, const problem& of)
    {
        double others = of.ranks - 1, block = of.block(), time = 0;
        if (others == 0 || of.bytes == 0) return {};
        double near = of.near_of(others);
        time = through(with, of.node, near, block, std::min(of.ranks, of.per_node) * of.at_once) +
               through(with, of.network, others - near, block, of.on_one_nic(of.per_node));
        // Short blocks: all partners may send at once. Long ones wait for a receive, so its window is the limit.
        bool waits = block > of.network.eager_limit && with.receives > 0;
        time += of.lost(of.per_node * (waits ? with.receives : others - near), block);
        return {time, time, others * of.ranks};
    }

private:
    // Short blocks are on their way at once; a long one makes room for the next of its window when it has arrived.
    static double through(flat with, const price& by, double partners, double block, double sharing)
    {
        if (partners == 0) return 0;
        if (by.one_port || block <= by.eager_limit) return by.several(partners, block, sharing);
        auto unless_all = [](int window) { return window == 0 ? 1e18 : double(window); };
        double window = std::min(unless_all(with.sends), unless_all(with.receives)), alone = by(block);
        double wire = block * std::max(by.per_byte / window, sharing * by.shared_per_byte);
        double pace = std::max({alone / window, wire, 2 * by.overhead(block)});
        return (partners - 1) * pace + std::max(pace, alone);
    }
    static task each_way(net on, const block_places* all, bool receives, int window)
    {
        int others = on.size() - 1, next = 1;
        group workers;
        for (int i = 0; i < (window == 0 ? others : std::min(window, others)); ++i)
            workers.add(worker(on, all, receives, &next));
        co_await workers.all();
    }
    // Takes the nearest peer that nobody has taken.
    static task worker(net on, const block_places* all, bool receives, int* next)
    {
        while (*next < on.size()) {
            int away = (*next)++, peer = receives ? on.prev(away) : on.next(away);
            bytes one;
            auto list = pieces_of(on, *all, peer, one);
            co_await move_pieces(on, {peer, receives}, list);
        }
    }
};

} // namespace hocket::alltoall
