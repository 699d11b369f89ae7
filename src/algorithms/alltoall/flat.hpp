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
    static cost declared(flat, const problem& of)
    {
        double others = of.ranks - 1, block = of.block(), time = 0;
        if (others == 0 || of.bytes == 0) return {};
        if (block <= of.level().eager_limit) time = of.exchanges(others, block, of.ranks);
        else time = others * of.exchange(block, of.ranks);
        return {time, time, others * of.ranks};
    }

private:
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
