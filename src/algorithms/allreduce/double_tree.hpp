// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/reduce/halved_vector.hpp"

namespace hocket::allreduce {

// Two trees up and down at once: half of the vector is combined up each tree in segments, and rank 0 sends each segment
// down again as soon as it has all of it. Who is inner in one tree is a leaf in the other, so everybody sends and
// receives 2n: (4 log2 p + 2 ns)(alpha + s beta) + n gamma for ns segments in all, and nobody needs memory beside the
// result. Operators must commute. Sanders, Speck, Traeff 2009.
//
// The way up is the broadcast's schedule read backwards, so that the last segment comes first, and also goes down
// first.
struct double_tree {
    std::size_t segment = 0; // 0: each half in one piece

    static task run(double_tree with, net on, operands data)
    {
        running_value whole{data.mine, data.result};
        if (on.size() == 1) {
            co_await settle_value(on, whole);
            co_return;
        }
        halved_vector cut(data.size(), data.element(), with.segment);
        running_parts value(on, data.mine, data.result, cut.parts());
        double_tree_schedule plan(on.rank(), on.size(), cut.counts());
        int steps = last_step(on.size(), cut.counts()), later = lag(on.size(), cut.counts());
        for (int t = steps - plan.end(), end = later + plan.end(); t < end; ++t) {
            int up = steps - 1 - t, down = t - later;
            co_await go_down(on, plan.received(down), plan.sent(down), &cut, data.result);
            co_await go_up(on, plan.sent(up), plan.received(up), &cut, &value, data.how);
        }
    }
    // Through one port as long as a reduction and a broadcast after it: both use all of it.
    static cost declared(double_tree with, const problem& of)
    {
        if (of.ranks == 1) return {};
        halved_vector cut(std::size_t(of.bytes), std::size_t(of.element), with.segment);
        double one = cut.largest(), ns = cut.parts(), trees = of.level().one_port ? 1 : 2;
        double filling = double_tree_schedule::steps(of.ranks, cut.counts()) - ns;
        double all = 2 * filling * of.message(one) + 2 * ns * of.pace(trees, one) + (filling + ns) * of.combining(one);
        return {all, all, 2 * ns * (of.ranks - 1)};
    }

private:
    // Steps of the slowest rank, one way; one more than a broadcast needs where a half is in one piece.
    static int last_step(int p, std::array<int, 2> ns) { return double_tree_schedule::steps(p, ns) + (ns[0] == 1); }
    // So much later than on its way up a step comes down: until rank 0 has the first segment of either half.
    static int lag(int p, std::array<int, 2> ns) { return last_step(p, ns) + std::max(2 - 2 * ns[0], -2 * ns[1]); }

    // Up and down take turns: with one message in and one out at a time everybody's turns fit together.
    static task go_up(net on, half_move in, half_move out, const halved_vector* cut, running_parts* value,
                      const reduction* how)
    {
        auto step = on.together(2);
        if (in.peer >= 0) step.add(value->taking(on, in.peer, cut->part(in), cut->offset(in), cut->length(in), *how));
        if (out.peer >= 0) step.send(out.peer, value->now(cut->part(out), cut->offset(out), cut->length(out)));
        co_await step;
    }
    static task go_down(net on, half_move in, half_move out, const halved_vector* cut, bytes result)
    {
        in.segment = cut->counts()[in.half] - 1 - in.segment;
        out.segment = cut->counts()[out.half] - 1 - out.segment;
        auto step = on.together(2);
        if (in.peer >= 0) step.recv(in.peer, result.subspan(cut->offset(in), cut->length(in)));
        if (out.peer >= 0) step.send(out.peer, result.subspan(cut->offset(out), cut->length(out)));
        co_await step;
    }
};

} // namespace hocket::allreduce
