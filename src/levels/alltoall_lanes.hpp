// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/gather/knomial.hpp"
#include "algorithms/scatter/knomial.hpp"
#include "levels/group_vectors.hpp"
#include "levels/lane_price.hpp"
#include "levels/lane_sizes.hpp"
#include "levels/message_places.hpp"

namespace hocket::alltoall {

// Multi-lane: the heads of a node have an alltoall in which each gets what the node has for the ranks of its lane,
// wherever they are; then the heads of each lane have one of these, all lanes at once. P-1 messages of N m bytes in the
// node and N-1 of P m between nodes instead of p-1 of m; everything is copied twice. Ranks that are no heads hand all
// they have to the head of their group first, and get what is theirs from it in the end, along binomial trees. Equal
// blocks for groups that are not as large as others are filled up; where blocks differ, heads are told the sizes of
// those of their group and of what passes them. Any layout. Traeff, Hunold 2020.
template <bool equal_blocks> struct lanes {
    const alltoall_algorithm *across = nullptr, *inside = nullptr;
    int leaders = 0; // 0: as many as the smallest node has ranks
    const layout* where = nullptr;

    static task run(lanes with, net on, exchanged_blocks data)
    {
        lane_groups at(on, *with.where, with.leaders);
        exchanged_sizes sizes(on, at, data);
        co_await sizes.tell(at.group());
        group_vectors out(on, sizes, {&at, message_order::by_lane}, group_vectors::out),
            in(on, sizes, {&at, message_order::by_node}, group_vectors::in);
        out.take_room();
        co_await out.pack(data.out);
        if (!at.alone()) co_await gather::knomial::run({}, at.group(), out.data());
        bool straight = at.alone() && sizes.exact();
        if (!straight) in.take_room();
        const group_vectors* landing = straight ? nullptr : &in;
        if (at.leads()) co_await of_heads(with, on, &at, &sizes, &out, landing, data.in);
        if (!at.alone()) co_await scatter::knomial::run({}, at.group(1), in.data());
        if (!straight) co_await in.unpack(data.in);
    }

    static problem of_part(lanes with, int i, const problem& of)
    {
        lane_price by(*with.where, with.leaders);
        double nodes = with.where->nodes(), group = by.group_size();
        if (i == 0) return by.across(of, nodes * with.where->largest() * group * of.block());
        return by.of_heads(of, by.lanes * nodes * group * group * of.block());
    }
    static cost declared(lanes with, const problem& of)
    {
        if (of.bytes == 0) return {};
        lane_price by(*with.where, with.leaders);
        auto over = with.across->declared(of_part(with, 0, of)), node = with.inside->declared(of_part(with, 1, of));
        double group = by.group_size(), vector = of.ranks * of.block(), heads = by.lanes;
        auto ends = gather::knomial::declared({}, by.in_group(of, group * vector));
        double copied = group > 1 ? 2 + 3 * group : 2, told = equal_blocks ? 0 : telling(with, of);
        double all = told + 2 * ends.finish + node.finish + over.finish + copied * vector * of.copy_per_byte;
        double in_node = node.messages + heads * 2 * ends.messages;
        if (!equal_blocks) in_node += heads * (group - 1 + heads - 1);
        return {all, all, heads * over.messages + with.where->nodes() * in_node};
    }

private:
    // Sizes to the head of the group, and those of a lane to its head on the node.
    static double telling(lanes with, const problem& of)
    {
        lane_price by(*with.where, with.leaders);
        double group = by.group_size(), others = by.lanes - 1, time = 0;
        if (group > 1) time += by.in_group(of, 0).several(group - 1, 16.0 * of.ranks);
        auto heads = by.of_heads(of, 0);
        if (others > 0) time += heads.exchanges(others, 8 * group * group * with.where->nodes(), heads.ranks);
        return time;
    }
    // `in` is null where what comes needs no hands on its way to the caller's memory.
    static task of_heads(lanes with, net on, const lane_groups* at, const exchanged_sizes* sizes,
                         const group_vectors* out, const group_vectors* in, const block_places* user)
    {
        lane_sizes passing(on, *sizes);
        co_await passing.tell(at->heads());
        auto goes = passing.to_nodes();
        auto sent = on.scratch(goes.all());
        co_await within_node(with, on, at->heads(), out, in != nullptr, &passing, &goes, sent);
        row_of_blocks from(sent, goes);
        if (in) {
            auto comes = in->messages();
            auto come = on.scratch(comes.all());
            row_of_blocks to(come, comes);
            co_await start(with.across, at->across(), &from, &to, goes.each());
            co_await in->collect(come, goes.part(sent, at->node()), &comes);
        } else {
            message_places to(*user, {at, message_order::by_node});
            co_await start(with.across, at->across(), &from, &to, goes.each());
            co_await own_node(on, at, sizes, goes.part(sent, at->node()), user);
        }
    }
    static task start(const alltoall_algorithm* by, net on, const block_places* from, const block_places* to,
                      std::optional<std::size_t> each)
    {
        exchanged_blocks part{from, to, each};
        if (on.size() > 1) co_await by->start(on, part);
    }
    // From the vectors of the own group to what the node has for the own lane, node by node.
    static task within_node(lanes with, net on, net heads, const group_vectors* out, bool apart,
                            const lane_sizes* passing, const message_sizes* goes, bytes sent)
    {
        auto sizes = out->messages(), comes = passing->from_lanes();
        auto first = apart ? on.scratch(sizes.all()) : out->vector(0), come = on.scratch(comes.all());
        if (apart) co_await out->spread(first, &sizes);
        row_of_blocks from(first, sizes), to(come, comes);
        co_await start(with.inside, heads, &from, &to, sizes.each());
        auto left = on.ledger<bytes>(heads.size());
        for (int lane = 0; lane < heads.size(); ++lane)
            left[std::size_t(lane)] = lane == heads.rank() ? sizes.part(first, lane) : comes.part(come, lane);
        for (int node = 0; node < with.where->nodes(); ++node) {
            auto room = sent.subspan(goes->start(node));
            for (auto& from_lane : left) {
                auto n = passing->of(int(&from_lane - left.data()), node);
                if (n > 0) co_await on.copy(room.first(n), from_lane.first(n));
                room = room.subspan(n), from_lane = from_lane.subspan(n);
            }
        }
    }
    // What the ranks of the own node have for a head that stands for itself alone.
    static task own_node(net on, const lane_groups* at, const exchanged_sizes* sizes, bytes from,
                         const block_places* user)
    {
        for (int local = 0; local < at->where().size_of(at->node()); ++local) {
            int rank = at->where().member(at->node(), local);
            auto part = from.first(sizes->in(0, rank));
            from = from.subspan(part.size());
            if (rank != on.rank()) co_await copy_pieces(on, pieces_of(on, *user, rank, rank + 1), part, false);
        }
    }
};

} // namespace hocket::alltoall
