// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/alltoall/hop_price.hpp"
#include "algorithms/alltoall/hops_of_any_sizes.hpp"

namespace hocket::alltoall {

// Bruck with radix k for blocks of any sizes (see bruck): before the data of a step go the sizes of the blocks that
// they are made of, so that nothing is padded and a rank holds no more than what passes through it. Only blocks that
// have bytes are listed and carried. The sizes of the next step go while the data of this one do: ceil(log_k p) + 1
// steps of up to k-1 messages of 8 bytes, as many lists and as many of data. Fan et al. 2022.
struct two_phase_bruck {
    int k = 2;

    static task run(two_phase_bruck with, net on, exchanged_blocks data)
    {
        co_await hops_of_any_sizes::run(on, data, hop_weights::powers(on.size(), with.k));
    }
    // As if every block had bytes.
    static cost declared(two_phase_bruck with, const problem& of)
    {
        auto by = hop_weights::powers(of.ranks, with.k);
        double block = of.block(), blocks = 0, count = 0, lost = 0;
        if (of.bytes == 0) return {};
        time_of_hops time;
        times before;
        each_hop(by, [&](int step, int j, std::int64_t n, std::int64_t) {
            blocks += double(n), count += 3;
            if (j < by.most(step)) return;
            auto told = announcing(of, by, step, blocks);
            bool beside = before.leaves <= announced_beside;
            time.add(beside ? std::max(before.inside, told.inside) : before.inside + told.inside,
                     beside ? std::max(before.most, told.most) : before.most + told.most);
            before = carrying(of, by, step, blocks * block);
            lost = std::max(lost, carried(by, step, blocks * block).lost(of));
            blocks = 0;
        });
        time.add(before.inside, before.most);
        double all = time.all() + lost;
        return {all, all, count * of.ranks};
    }

private:
    // Of a part of a step: where it stays in a node, and at the most; and what a rank sends.
    struct times {
        double inside = 0, most = 0, leaves = 0;
    };
    static times of_step(const problem& of, const hop_step& step)
    {
        double most = step.at_once(of);
        return {step.near(of) ? std::min(most, step.inside(of)) : most, most};
    }
    static times announcing(const problem& of, const hop_weights& by, int step, double blocks)
    {
        double messages = by.most(step);
        int w = by.weight[std::size_t(step)];
        auto counts = of_step(of, {w, messages, 8});
        auto entries = of_step(of, {w, messages, sizeof(announced_block) * blocks / messages});
        return {counts.inside + entries.inside, counts.most + entries.most};
    }
    static hop_step carried(const hop_weights& by, int step, double bytes)
    {
        double messages = by.most(step);
        return {by.weight[std::size_t(step)], messages, bytes / messages};
    }
    static times carrying(const problem& of, const hop_weights& by, int step, double bytes)
    {
        double copies = 2 * bytes * of.copy_per_byte;
        auto all = of_step(of.in_scratch(), carried(by, step, bytes));
        return {all.inside + copies, all.most + copies, bytes};
    }
};

} // namespace hocket::alltoall
