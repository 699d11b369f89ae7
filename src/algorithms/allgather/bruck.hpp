// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/block_copies.hpp"
#include <cmath>

namespace hocket::allgather {

// Bruck with radix k: holding the w blocks from its own on, a rank takes up to w more from each of the ranks r+w, r+2w,
// ... r+(k-1)w; w grows by k. ceil(log_k p) rounds of up to k-1 messages at once and (p-1)/p n beta for any p. The
// blocks lie in scratch from a rank's own on, so that each message is one piece; the last step turns them round, which
// costs a copy of n. Bruck, Ho, Kipnis, Upfal, Weathersby 1997.
struct bruck {
    int k = 2;

    static task run(bruck with, net on, blocks all)
    {
        if (on.size() == 1) co_return;
        int me = on.rank();
        turned mine{all, me, on.scratch(all.all.size())};
        if (!all[me].empty()) co_await on.copy(mine.slots(0, 1), all[me]);
        for (std::int64_t w = 1; w < on.size(); w *= with.k) {
            int peers = int(std::min<std::int64_t>(with.k - 1, (on.size() - 1) / w));
            co_await both(take(on, mine, int(w), peers), give(on, mine, int(w), peers));
        }
        co_await spread_run(on, all.around(me, on.size()), mine.memory);
    }
    static cost declared(bruck with, const problem& of)
    {
        double block = of.block(), time = 0, messages = 0;
        auto scratch = of.in_scratch();
        for (std::int64_t w = 1; w < of.ranks; w *= with.k) {
            auto whole = std::min<std::int64_t>(with.k - 1, of.ranks / w - 1), part = std::int64_t(0);
            if (whole < with.k - 1) part = of.ranks % w;
            time += double(whole) * scratch.exchange(double(w) * block, double(w));
            if (part > 0) time += scratch.exchange(double(part) * block, double(w));
            messages += double(whole + (part > 0)) * of.ranks;
        }
        time += of.bytes * of.copy_per_byte;
        return {time, time, messages};
    }

private:
    // Slot i holds block me+i.
    struct turned {
        blocks all;
        int me;
        bytes memory;

        bytes slots(int first, int n) const
        {
            auto from = all.around(me, first).size();
            return memory.subspan(from, all.around(me, first + n).size() - from);
        }
    };
    static int width(net on, int w, int j) { return std::min(w, on.size() - j * w); }

    // What comes is awaited all at once; what goes leaves one by one, as it would through one port, and so that the
    // first message of everybody goes before any second one.
    static task take(net on, turned mine, int w, int peers)
    {
        auto step = on.together(peers);
        for (int j = 1; j <= peers; ++j) step.recv(on.next(j * w), mine.slots(j * w, width(on, w, j)));
        co_await step;
    }
    static task give(net on, turned mine, int w, int peers)
    {
        for (int j = 1; j <= peers; ++j) co_await on.send(on.prev(j * w), mine.slots(0, width(on, w, j)));
    }
};

} // namespace hocket::allgather
