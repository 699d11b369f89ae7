// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/reduce_scatter/group_sums.hpp"
#include "algorithms/running_value.hpp"

namespace hocket::reduce_scatter {

// k-ring: groups of k ranks (of one node, say). The sums of a group's blocks come together inside of the group behind
// it, by a ring, cross over to the next group before, each at its own place, and so on until they are home: (p-1)(alpha
// + n/p (beta + gamma)) as in the ring, but only every k-th message leaves the group and k of them do so at once. The
// allgather backwards. Operators must commute. Wilkins et al. 2023.
struct k_ring {
    int k = 4;

    static task run(k_ring with, net on, scattered_operands data)
    {
        hocket::k_ring at{on.rank(), on.size(), std::min(with.k, on.size())};
        group_sums sums(on, data, at);
        for (int t = at.groups() - 1; t >= 0; --t) {
            co_await inside(on, data, &sums, at, t);
            if (t > 0) co_await across(on, data, &sums, at, t);
        }
        if (on.size() == 1) co_await settle_value(on, {data.mine, data.result});
    }
    // A phase brings a rank the k sums of a group, all but one of them from inside. Members of a smaller last group
    // begin and end with up to `more` sums besides their first, and hold up each phase but one by these.
    static cost declared(k_ring with, const problem& of)
    {
        int p = of.ranks, k = std::min(with.k, p), phases = (p - 1) / k, more = (k - 1) / (p - phases * k);
        double steps = k - 1 + phases * k + std::max(phases - 1, 0) * more + std::min(more, 1);
        double block = of.block(), time = steps * of.message(block);
        if (!of.level().one_port) time = phases * of.exchange(block, k) + (steps - phases) * of.exchange(block, 1, k);
        time += steps * of.combining(block);
        return {time, time, double(p) * (p - 1)};
    }

private:
    static task across(net on, scattered_operands data, group_sums* sums, hocket::k_ring at, int t)
    {
        sums->begin(t - 1);
        auto step = on.together(at.most_across());
        at.each_given(t, [&](int block, int from) {
            step.recv_reduce(from, sums->place(t - 1, block), sums->now(t - 1, block), *data.how);
            sums->arrived(t - 1, block);
        });
        at.each_taken(t, [&](int block, int to) { step.send(to, sums->now(t, block)); });
        co_await step;
    }
    // The steps of the allgather from the last to the first.
    static task inside(net on, scattered_operands data, group_sums* sums, hocket::k_ring at, int t)
    {
        auto given = passed(on, at, t, at.left() % at.k), taken = passed(on, at, t, at.local());
        int gives = int(given.size()), takes = int(taken.size());
        int late = at.carried(at.home(t), at.local()) == 0;
        for (int s = std::max(gives, takes + late) - 1; s >= 0; --s) {
            auto step = on.together(2);
            if (s < gives) step.send(at.left(), sums->now(t, given[std::size_t(s)]));
            if (s >= late && s < takes + late) {
                int block = taken[std::size_t(s - late)];
                step.recv_reduce(at.right(), sums->place(t, block), sums->now(t, block), *data.how);
                sums->arrived(t, block);
            }
            co_await step;
        }
    }
    // What a member passes on to its right in an allgather, in that order.
    static std::span<int> passed(net on, hocket::k_ring at, int t, int giver)
    {
        k_ring_passage way(at, t, giver);
        auto list = on.ledger<int>(way.count());
        for (auto& block : list) block = way.next();
        return list;
    }
};

} // namespace hocket::reduce_scatter
