// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/algorithm.hpp"
#include "shapes/k_ring.hpp"
#include <cmath>

namespace hocket::allgather {

// k-ring: groups of k ranks (of one node, say) and a ring over the groups at each place in them. Each rank hands what
// it got from the group before on to the next one, then the group passes the new blocks round inside. Cost
// (p-1)(alpha + n/p beta) as in the ring, but only every k-th message leaves the group and k of them do so at once. If
// k does not divide p, the members of the last group carry several blocks each, and the others wait for them. One
// message at a time: where both kinds share a port, doing both at once only puts them in each other's way.
// Wilkins et al. 2023.
struct k_ring {
    int k = 4;

    static task run(k_ring with, net on, blocks all)
    {
        hocket::k_ring at{on.rank(), on.size(), std::min(with.k, on.size())};
        int last = at.groups() - 1;
        for (int t = 0; t <= last; ++t) {
            if (t > 0) co_await across(on, all, at, t);
            co_await inside(on, all, at, t);
        }
    }
    // With a group of `small` at the end a phase takes what its members need for k blocks: for some p up to k - 2 steps
    // less in all; but one phase begins before the steps inside the first group end.
    static cost declared(k_ring with, const problem& of)
    {
        int p = of.ranks, k = std::min(with.k, p), phases = (p - 1) / k, small = p - phases * k;
        double steps = k - 1 + double(phases) * (k - 1 + (k - 1) / small + 1);
        if (phases == 1) steps = std::min(steps, 2.0 * k + (small == 1));
        double block = of.block(), time = steps * of.message(block);
        if (!of.level().one_port) time = phases * of.exchange(block, k) + (steps - phases) * of.exchange(block, 1, k);
        return {time, time, double(p) * (p - 1)};
    }

private:
    static task across(net on, blocks all, hocket::k_ring at, int t)
    {
        auto step = on.together(at.most_across());
        at.each_taken(t, [&](int block, int from) { step.recv(from, all[block]); });
        at.each_given(t, [&](int block, int to) { step.send(to, all[block]); });
        co_await step;
    }
    static task inside(net on, blocks all, hocket::k_ring at, int t)
    {
        k_ring_passage coming(at, t, at.left() % at.k), going(at, t, at.local());
        int ins = coming.count(), outs = going.count();
        int late = at.carried(at.home(t), at.local()) == 0; // who has nothing yet passes on what comes first
        for (int s = 0; s < std::max(ins, outs + late); ++s) {
            auto step = on.together(2);
            if (s < ins) step.recv(at.left(), all[coming.next()]);
            if (s >= late && s < outs + late) step.send(at.right(), all[going.next()]);
            co_await step;
        }
    }
};

} // namespace hocket::allgather
