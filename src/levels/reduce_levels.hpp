// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/running_value.hpp"
#include "levels/lane_groups.hpp"
#include "levels/lane_price.hpp"

namespace hocket::reduce {

// Two levels: each node reduces to its leader, the leaders to the root, which leads its own node. Cost inside(P) +
// across(N). Operands stay in rank order where every node has a run of ranks. MagPIe (Kielmann et al. 1999).
struct levels {
    const reduce_algorithm *across = nullptr, *inside = nullptr;
    const layout* where = nullptr;

    static task run(levels with, net on, operands data)
    {
        lane_groups at(on, *with.where, 1);
        if (on.size() == 1) co_await settle_value(on, {data.mine, data.result});
        if (!at.alone()) {
            bool passes_on = at.leads() && data.result.empty();
            operands own{data.mine, passes_on ? on.scratch(data.size()) : data.result, data.how};
            co_await with.inside->start(at.group(), own);
            data.mine = own.result;
        }
        if (at.leads() && at.across().size() > 1) co_await with.across->start(at.across().rooted(at.root_node()), data);
    }

    static problem of_part(levels with, int i, const problem& of)
    {
        lane_price by(*with.where, 1);
        return i == 0 ? by.across(of, of.bytes) : by.in_group(of, of.bytes);
    }
    static cost declared(levels with, const problem& of)
    {
        auto over = with.across->declared(of_part(with, 0, of)), node = with.inside->declared(of_part(with, 1, of));
        double all = node.finish + over.finish;
        return {all, node.period + over.period, over.messages + with.where->nodes() * node.messages};
    }
};

} // namespace hocket::reduce
