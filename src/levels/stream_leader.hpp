// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "levels/pipeline.hpp"
#include "levels/stream_terms.hpp"

namespace hocket {

// One rank but the root: on its node, a follower elsewhere, or the leader of a group. Outlives the tasks that it makes.
template <flow way> class stream_leader {
public:
    stream_leader(const stream_terms<way>& by, net on, leader_group group, bytes mine)
        : by_(by), on_(on), group_(group), mine_(mine)
    {
    }

    task with_group() { return group_.leader(where()) == on_.unrooted().rank() ? lead() : follow(); }
    // A long block goes to or comes from the root itself.
    task straight()
    {
        return direct<way>::block(by_.across, straight_ways(on_), {on_.origin(), way == flow::from_root}, {&mine_, 1});
    }

    // On the root's node, which the root leads.
    task beside_root()
    {
        co_await tell_size(on_.origin());
        pieces mine{&mine_, 1};
        co_await direct<way>::block(by_.inside, inside_nodes(on_), {on_.origin(), way == flow::from_root}, mine);
    }

private:
    const layout& where() const { return *by_.groups.where; }

    task tell_size(int leader)
    {
        auto size = on_.ledger<std::uint64_t>(1);
        size[0] = mine_.size();
        co_await inside_nodes(on_).send(leader, std::as_writable_bytes(size));
    }
    task follow()
    {
        int leader = group_.leader(where());
        co_await tell_size(leader);
        if (by_.goes_direct(mine_.size())) co_return;
        for (std::size_t at = 0; at < mine_.size(); at += by_.segment)
            co_await own_piece(leader, mine_.subspan(at, std::min(by_.segment, mine_.size() - at)));
    }

    task lead()
    {
        auto sizes = on_.ledger<std::uint64_t>(group_.size);
        co_await learn(sizes);
        co_await agree(sizes);
        by_.leave_out_direct(sizes);
        batches cut(sizes, by_.segment);
        int count = cut.count();
        auto begins = on_.ledger<batches::cursor>(count + 1);
        begins[0] = cut.begin();
        for (int b = 0; b < count; ++b) begins[std::size_t(b) + 1] = cut.each_item(begins[std::size_t(b)], [](auto) {});
        auto room = std::min(by_.segment, cut.total());
        bytes buffers[] = {on_.scratch(count > 0 ? room : 0), on_.scratch(count > 1 ? room : 0)};
        auto start = [&](int stage, int b) {
            auto from = begins[std::size_t(b)];
            auto batch = buffers[b % 2].first(cut.bytes_from(from));
            bool at_root = (stage == 1) == (way == flow::to_root);
            return at_root ? with_root(batch) : with_followers(cut, from, batch);
        };
        co_await pipelined(2, count, start);
    }
    task own_piece(int leader, bytes piece)
    {
        if constexpr (way == flow::to_root) co_await inside_nodes(on_).send(leader, piece);
        else co_await inside_nodes(on_).recv(leader, piece);
    }
    task learn(std::span<std::uint64_t> sizes)
    {
        sizes[0] = mine_.size();
        auto step = inside_nodes(on_).together(group_.size - 1);
        for (int i = 1; i < group_.size; ++i)
            step.recv(group_.member(where(), i), std::as_writable_bytes(sizes.subspan(std::size_t(i), 1)));
        co_await step;
    }
    // The sizes travel as the data do, and who gets them compares.
    task agree(std::span<std::uint64_t> sizes)
    {
        auto to_root = between_leaders(on_);
        if constexpr (way == flow::to_root) {
            co_await to_root.send(on_.origin(), std::as_writable_bytes(sizes));
        } else {
            auto told = on_.ledger<std::uint64_t>(group_.size);
            co_await to_root.recv(on_.origin(), std::as_writable_bytes(told));
            by_.compare(on_, group_, sizes, told);
        }
    }
    task with_root(bytes batch)
    {
        pieces whole{&batch, 1};
        co_await direct<way>::block(by_.across, between_leaders(on_), {on_.origin(), way == flow::from_root}, whole);
    }
    task with_followers(batches cut, batches::cursor from, bytes batch)
    {
        int items = 0;
        bytes own;
        std::size_t own_at = 0, at = 0;
        cut.each_item(from, [&](auto) { ++items; });
        auto step = inside_nodes(on_).together(items);
        cut.each_item(from, [&](batches::item i) {
            auto part = batch.subspan(at, i.size);
            at += i.size;
            int member = group_.member(where(), i.block);
            if (i.block == 0) own = part, own_at = i.offset;
            else if (way == flow::to_root) step.recv(member, part);
            else step.send(member, part);
        });
        if (!own.empty()) {
            auto mine = mine_.subspan(own_at, own.size());
            if constexpr (way == flow::to_root) co_await on_.copy(own, mine);
            else co_await on_.copy(mine, own);
        }
        co_await step;
    }

    stream_terms<way> by_;
    net on_;
    leader_group group_;
    bytes mine_;
};

} // namespace hocket
