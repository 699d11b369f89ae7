// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "levels/lane_groups.hpp"
#include "levels/lane_price.hpp"

namespace hocket::barrier {

// Two levels: each leader hears from its node that all have come, the leaders have a barrier, and each lets its node
// go. To hear and to let go is a reduction and a broadcast of one byte, so that whatever a node has for these serves
// here. Cost inside(P) + across(N) + release(P).
struct levels {
    const barrier_algorithm* across = nullptr;
    const reduce_algorithm* inside = nullptr;
    const bcast_algorithm* release = nullptr;
    const layout* where = nullptr;

    static task run(levels with, net on, nothing)
    {
        static const reduction any{[](const reduction&, bytes, cbytes, cbytes) {}, 1, true};
        lane_groups at(on, *with.where, 1);
        auto sign = on.ledger<std::byte>(1);
        sign[0] = {};
        operands come{sign, at.leads() ? sign : bytes{}, &any};
        if (!at.alone()) co_await with.inside->start(at.group(), come);
        if (at.leads() && at.across().size() > 1) co_await with.across->start(at.across(), {});
        if (!at.alone()) co_await with.release->start(at.group(), sign);
    }

    static problem of_part(levels with, int i, const problem& of)
    {
        lane_price by(*with.where, 1);
        return i == 0 ? by.across(of, 0) : by.in_group(of, 1);
    }
    static cost declared(levels with, const problem& of)
    {
        auto over = with.across->declared(of_part(with, 0, of)), up = with.inside->declared(of_part(with, 1, of)),
             down = with.release->declared(of_part(with, 2, of));
        double all = up.finish + over.finish + down.finish;
        return {all, all, over.messages + with.where->nodes() * (up.messages + down.messages)};
    }
};

} // namespace hocket::barrier
