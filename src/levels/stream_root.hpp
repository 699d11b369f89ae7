// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/piece_list.hpp"
#include "levels/stream_terms.hpp"

namespace hocket {

// The root of a gather or scatter by way of leaders. Outlives the tasks that it makes.
template <flow way> class stream_root {
public:
    stream_root(const stream_terms<way>& by, net on, const block_places* all)
        : by_(by), on_(on), all_(all), own_node_(where().node_of(on.origin()))
    {
    }

    // Groups, long blocks and the own node at once, each with as many at a time as its window holds.
    task run()
    {
        int away = on_.size() - where().size_of(own_node_), near = on_.size() - away - 1;
        int groups = std::min(away, by_.groups.leaders * (where().nodes() - 1));
        group workers;
        for (int i = 0; i < std::min(by_.across.window, groups); ++i) workers.add(serve_groups());
        for (int i = 0; by_.threshold > 0 && i < std::min(by_.across.window, away); ++i)
            workers.add(serve_long_blocks());
        for (int i = 0; i < std::min(by_.inside.window, near); ++i) workers.add(serve_own_node());
        co_await workers.all();
    }

private:
    static constexpr bool receives = way == flow::to_root;
    const layout& where() const { return *by_.groups.where; }
    // In the numbering of the blocks.
    int index(int rank) const { return (rank - on_.origin() + on_.size()) % on_.size(); }

    // The next group outside the own node, each once; none: size 0.
    leader_group next_group()
    {
        while (node_ < where().nodes() && (node_ == own_node_ || group_ == by_.groups.count(node_)))
            ++node_, group_ = 0;
        return node_ == where().nodes() ? leader_group{0, 0, 0} : by_.groups.group(node_, group_++);
    }
    task serve_groups()
    {
        bytes bounce; // of this worker, for batches in short pieces
        for (auto g = next_group(); g.size > 0; g = next_group()) co_await serve(g, &bounce);
    }
    task serve(leader_group g, bytes* bounce)
    {
        auto sizes = on_.ledger<std::uint64_t>(g.size);
        for (int i = 0; i < g.size; ++i) sizes[std::size_t(i)] = all_->block_sizes::of(index(g.member(where(), i)));
        co_await agree(g, sizes);
        by_.leave_out_direct(sizes);
        batches cut(sizes, by_.segment);
        for (auto at = cut.begin(); !cut.over(at);) {
            auto list = pieces_from(g, cut, at);
            if (goes_through_buffer(list) && bounce->size() < size_of(list)) *bounce = on_.scratch(size_of(list));
            co_await direct<way>::block(by_.across, between_leaders(on_), {g.leader(where()), receives}, list, *bounce);
            at = cut.each_item(at, [](auto) {});
        }
    }
    task agree(leader_group g, std::span<std::uint64_t> sizes)
    {
        int leader = g.leader(where());
        if constexpr (!receives) {
            co_await between_leaders(on_).send(leader, std::as_writable_bytes(sizes));
        } else {
            auto told = on_.ledger<std::uint64_t>(g.size);
            co_await between_leaders(on_).recv(leader, std::as_writable_bytes(told));
            by_.compare(on_, g, told, sizes);
        }
    }
    // Where the bytes of one batch lie here, neighbours in memory joined.
    pieces pieces_from(leader_group g, const batches& cut, batches::cursor from) const
    {
        int most = 0;
        auto lie = [&](int i, bytes* into, int room) {
            int v = index(g.member(where(), i));
            return all_->pieces(v, v + 1, into, room);
        };
        cut.each_item(from, [&](batches::item i) { most += lie(i.block, nullptr, 0); });
        auto list = on_.ledger<bytes>(most);
        piece_list joined(list.data(), most);
        cut.each_item(from, [&](batches::item i) {
            auto* mine = list.data() + joined.count(); // each is read before its place is written
            int n = lie(i.block, mine, most - joined.count());
            n = cut_pieces({mine, std::size_t(n)}, i.offset, i.size, mine);
            for (int k = 0; k < n; ++k) joined.add(bytes(mine[k]));
        });
        return list.first(std::size_t(joined.count()));
    }

    task serve_long_blocks()
    {
        while (long_ < on_.size()) {
            int v = long_++, rank = (v + on_.origin()) % on_.size();
            if (where().node_of(rank) == own_node_ || !by_.goes_direct(all_->block_sizes::of(v))) continue;
            co_await direct<way>::block(by_.across, straight_ways(on_), {rank, receives},
                                        pieces_of(on_, *all_, v, v + 1));
        }
    }
    task serve_own_node()
    {
        while (local_ < where().size_of(own_node_)) {
            int rank = where().member(own_node_, local_++), v = index(rank);
            if (v == 0) continue;
            auto told = on_.ledger<std::uint64_t>(1);
            co_await inside_nodes(on_).recv(rank, std::as_writable_bytes(told));
            if (told[0] != all_->block_sizes::of(v)) on_.disagree(v, told[0], all_->block_sizes::of(v));
            co_await direct<way>::block(by_.inside, inside_nodes(on_), {rank, receives},
                                        pieces_of(on_, *all_, v, v + 1));
        }
    }

    stream_terms<way> by_;
    net on_;
    const block_places* all_;
    int own_node_, node_ = 0, group_ = 0, long_ = 1, local_ = 0;
};

} // namespace hocket
