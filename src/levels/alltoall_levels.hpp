// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "levels/group_vectors.hpp"
#include "levels/lane_price.hpp"
#include "levels/message_places.hpp"

namespace hocket::alltoall {

// The leaders of all nodes, node by node.
class all_leaders final : public membership {
public:
    explicit all_leaders(const lane_groups& of) : of_(of) {}
    int rank_of(int i) const override { return of_.group_of(i / of_.lanes(), i % of_.lanes()).leader(of_.where()); }
    int count() const { return of_.where().nodes() * of_.lanes(); }
    int own() const { return of_.node() * of_.lanes() + of_.lane(); }

private:
    const lane_groups& of_;
};

// By way of leaders: each gathers what its ranks have for all others, the leaders of all nodes have an alltoall in
// which a message holds what one group has for another, and each hands out what has come. Few long messages instead of
// many short ones: (N l - 1) of (P/l)^2 m bytes, l leaders a node; and 2P/l p m bytes copied by a leader. Equal blocks
// for groups that are not as large as others are filled up; where blocks differ, a leader is told the sizes of those of
// its own ranks. Any layout. Folklore; Open MPI HAN 2020.
template <bool equal_blocks> struct levels {
    const alltoall_algorithm* across = nullptr;
    const gather_algorithm* inside = nullptr;
    const scatter_algorithm* release = nullptr;
    int leaders = 1; // 0: as many as the smallest node has ranks
    const layout* where = nullptr;

    static task run(levels with, net on, exchanged_blocks data)
    {
        lane_groups at(on, *with.where, with.leaders);
        exchanged_sizes sizes(on, at, data);
        message_order order{&at, message_order::by_group};
        co_await sizes.tell(at.group());
        group_vectors out(on, sizes, order, group_vectors::out), in(on, sizes, order, group_vectors::in);
        out.take_room();
        co_await out.pack(data.out);
        bool straight = at.alone() && sizes.exact();
        if (!straight) in.take_room();
        if (!at.alone()) co_await with.inside->start(at.group(), out.data());
        if (straight) co_await straight_on(with, on, &out, data.in, order);
        else if (at.leads()) co_await exchange(with, on, &out, &in, order);
        if (!at.alone()) co_await with.release->start(at.group(1), in.data());
        if (!straight) co_await in.unpack(data.in);
    }

    static problem of_part(levels with, int i, const problem& of)
    {
        lane_price by(*with.where, with.leaders);
        double group = by.group_size(), leaders = double(with.where->nodes()) * by.lanes;
        if (i > 0) return by.in_group(of, group * of.ranks * of.block());
        auto one = by.across(of, leaders * group * group * of.block());
        one.ranks = int(leaders);
        one.placed(by.lanes);
        one.at_once = 1;
        return one;
    }
    static cost declared(levels with, const problem& of)
    {
        lane_price by(*with.where, with.leaders);
        double group = by.group_size(), vector = of.ranks * of.block(), told = 0, count = 0;
        auto over = with.across->declared(of_part(with, 0, of)), up = with.inside->declared(of_part(with, 1, of)),
             down = with.release->declared(of_part(with, 2, of));
        if (of.bytes == 0) return {};
        if (!equal_blocks && group > 1) {
            told = by.in_group(of, 0).several(group - 1, 16.0 * of.ranks);
            count = group - 1;
        }
        double copied = group > 1 ? 2 + 2 * group : 1;
        double all = told + up.finish + over.finish + down.finish + copied * vector * of.copy_per_byte;
        count += up.messages + down.messages;
        return {all, all, over.messages + with.where->nodes() * by.lanes * count};
    }

private:
    static task start(levels with, net on, const lane_groups* at, exchanged_blocks data)
    {
        all_leaders leaders(*at);
        if (leaders.count() == 1) co_return;
        co_await with.across->start(on.among(leaders, leaders.own(), leaders.count(), 5), data);
    }
    // A rank that stands for itself alone.
    static task straight_on(levels with, net on, const group_vectors* out, const block_places* user,
                            message_order order)
    {
        auto sizes = out->messages();
        row_of_blocks from(out->vector(0), sizes);
        message_places to(*user, order);
        exchanged_blocks part{&from, &to, sizes.each()};
        co_await start(with, on, order.at, part);
    }
    static task exchange(levels with, net on, const group_vectors* out, const group_vectors* in, message_order order)
    {
        auto goes = out->messages(), comes = in->messages();
        auto sent = on.scratch(goes.all()), come = on.scratch(comes.all());
        co_await out->spread(sent, &goes);
        row_of_blocks from(sent, goes), to(come, comes);
        exchanged_blocks part{&from, &to, goes.each()};
        co_await start(with, on, order.at, part);
        co_await in->collect(come, goes.part(sent, order.own()), &comes);
    }
};

} // namespace hocket::alltoall
