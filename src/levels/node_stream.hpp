// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/direct.hpp"
#include "levels/leader_groups.hpp"
#include "levels/stream_leader.hpp"
#include "levels/stream_root.hpp"

namespace hocket {

// Gatherv and scatterv by way of leaders, where only the root knows all sizes but every rank knows its own:
//
//   follower -> leader   its size (8 bytes)                 a leader learns what it needs from its own group only
//   leader  <-> root     the sizes of its group             who disagrees is found before any data moves
//   follower <-> leader <-> root   blocks below `threshold`, in batches of at most `segment` bytes, two at a time
//   follower <-> root    longer blocks, in a window         both ends know the size, so both decide alike
//
// The root leads its own node. threshold 0 sends all blocks through the leaders (`levels`), else the same call mixes
// both ways (`hybrid`). A leader holds at most two batches, whatever the sizes. Cost: per group, instead of per rank,
// one message and an entry for each rank; m beta is paid twice, once inside the node. Open MPI's hierarchical gatherv
// (pull request 12376), with the decision taken per pair.
template <flow way> struct node_stream {
    const direct<way>*across = nullptr, *inside = nullptr;
    std::size_t threshold = 0, segment = 2 << 20;
    int leaders = 1;
    const layout* where = nullptr;

    static task run(node_stream with, net on, rooted_blocks data)
    {
        stream_terms<way> terms{*with.across,
                                *with.inside,
                                {with.where, with.leaders},
                                with.threshold,
                                with.segment ? with.segment : std::size_t(-1)};
        int me = on.unrooted().rank(), node = with.where->node_of(me), root_node = with.where->node_of(on.origin());
        if (on.rank() == 0) {
            stream_root<way> root(terms, on, data.places);
            co_await root.run();
        } else {
            stream_leader<way> mine(terms, on, terms.groups.of_rank(me), data.mine);
            if (node == root_node) co_await mine.beside_root();
            else if (terms.goes_direct(data.mine.size())) co_await both(mine.with_group(), mine.straight());
            else co_await mine.with_group();
        }
    }

    // Part 0 is asked for the blocks of all leaders, part 1 for those of one group.
    static problem of_part(node_stream with, int i, const problem& of)
    {
        auto one = of;
        int groups = with.leaders * (with.where->nodes() - 1), widest = widest_group(with);
        one.spans_nodes = i == 0;
        one.ranks = i == 0 ? groups + 1 : widest;
        one.placed(i == 0 ? 1 : widest);
        one.at_once = i == 0 ? 1 : with.leaders;
        one.whole_node = false;
        one.bytes = of.bytes / of.ranks * widest * (i == 0 ? one.ranks : 1);
        return one;
    }
    static cost declared(node_stream with, const problem& of)
    {
        double block = std::ceil(of.bytes / of.ranks);
        auto own = of.with_bytes(block * with.where->largest()); // the root's node
        own.ranks = with.where->largest();
        own.spans_nodes = false;
        auto near = direct<way>::declared(*with.inside, own);
        if (with.where->nodes() == 1) return near;
        auto sizes = through_leaders(with, of, 8);
        bool straight = with.threshold > 0 && block >= double(with.threshold);
        auto far = straight ? direct<way>::declared(*with.across, of) : through_leaders(with, of, block);
        double all = std::max(near.finish, far.finish + (straight ? 0 : sizes.finish));
        return {all, all, near.messages + far.messages + sizes.messages};
    }

private:
    static int widest_group(node_stream with)
    {
        int groups = std::min(with.leaders, with.where->largest());
        return (with.where->largest() + groups - 1) / groups;
    }
    // Blocks of so many bytes; batch follows batch while the next one is collected.
    static cost through_leaders(node_stream with, const problem& of, double block)
    {
        auto asked = of.with_bytes(block * of.ranks);
        auto far = of_part(with, 0, asked), near = of_part(with, 1, asked);
        double batches = with.segment ? std::max(1.0, std::ceil(near.bytes / double(with.segment))) : 1;
        auto over = direct<way>::declared(*with.across, far), in = direct<way>::declared(*with.inside, near);
        double all = over.finish + in.finish / batches + near.bytes * of.copy_per_byte / near.ranks;
        double groups = far.ranks - 1;
        return {all, all, over.messages * batches + in.messages * groups};
    }
};

} // namespace hocket
