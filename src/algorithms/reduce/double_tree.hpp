// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/reduce/halved_vector.hpp"

namespace hocket::reduce {

// Two trees, the broadcast of Sanders, Speck, Traeff 2009 read backwards: half of the vector is combined up each tree,
// and who is inner in one is a leaf in the other: (2 log2 p + ns)(alpha + s beta + s gamma) for ns segments in all.
// With rank 0 on top of both, values come in no order of the ranks: operators must commute.
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
        running_parts value(on, data.mine, on.rank() == 0 ? data.result : on.scratch(data.size()), cut.parts());
        double_tree_schedule plan(on.rank(), on.size(), cut.counts());
        for (int i = plan.end() - 1, first = plan.begin(); i >= first; --i) {
            auto up = plan.received(i), down = plan.sent(i);
            auto step = on.together(2);
            if (down.peer >= 0)
                step.add(value.taking(on, down.peer, cut.part(down), cut.offset(down), cut.length(down), *data.how));
            if (up.peer >= 0) step.send(up.peer, value.now(cut.part(up), cut.offset(up), cut.length(up)));
            co_await step;
        }
    }
    static cost declared(double_tree with, const problem& of)
    {
        if (of.ranks == 1) return {};
        halved_vector cut(std::size_t(of.bytes), std::size_t(of.element), with.segment);
        double one = cut.largest(), ns = cut.parts(), trees = of.level().one_port ? 1 : 2;
        double filling = double_tree_schedule::steps(of.ranks, cut.counts()) - ns;
        double all = filling * (of.message(one) + of.combining(one)) + ns * (of.pace(trees, one) + of.combining(one));
        return {all, all, ns * (of.ranks - 1)};
    }
};

} // namespace hocket::reduce
