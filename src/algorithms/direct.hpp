// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/in_pieces.hpp"
#include <cmath>

namespace hocket {

// Gather and scatter are the same text read both ways.
enum class flow { to_root, from_root };

// Flat: the root exchanges blocks with everybody itself, with at most `window` ranks at a time. A block over `credit`
// bytes waits until its receiver is ready, but for its first `first` bytes, which are sent freely: so many senders
// flood neither the root's link nor its memory. Cost (p-1)(alpha + m beta), a round trip more for each window of
// credits. For few ranks, and for blocks so long that nobody can help.
template <flow way> struct direct {
    int window = 8;
    std::size_t credit = 0, first = 0; // credit 0: no block waits

    static task run(direct with, net on, rooted_blocks data)
    {
        if (on.rank() != 0) {
            co_await block(with, on, {0, way == flow::from_root}, {&data.mine, 1});
            co_return;
        }
        int next = 1;
        group workers;
        for (int i = 0; i < std::min(with.window, on.size() - 1); ++i)
            workers.add(worker(with, on, data.places, &next));
        co_await workers.all();
    }

    // One block, by its sender or its receiver; nothing for an empty one. `bounce` as in move_pieces.
    static task block(direct with, net on, message_end at, pieces all, bytes bounce = {})
    {
        auto n = size_of(all), head = with.credit == 0 || n <= with.credit ? n : std::min(n, with.first);
        if (head == n) {
            co_await move_pieces(on, at, all, bounce);
            co_return;
        }
        auto* list = on.ledger<bytes>(2 * int(all.size()) + 2).data();
        int heads = cut_pieces(all, 0, head, list), rest = cut_pieces(all, head, n - head, list + heads);
        co_await move_pieces(on, at, {list, std::size_t(heads)}, bounce);
        at.ready = true;
        co_await move_pieces(on, at, {list + heads, std::size_t(rest)}, bounce);
    }

    static cost declared(direct with, const problem& of)
    {
        double ranks = of.ranks - 1, n = std::ceil(of.bytes / of.ranks), head = std::min(n, double(with.first));
        if (ranks == 0) return {};
        bool waits = with.asks_first(n);
        double messages = ranks * (waits ? 2 + (head > 0) : 1);
        if (of.level().one_port) {
            double go = of.message(0),
                   one = of.message(n - (waits ? head : 0)) + (waits && head > 0) * of.message(head);
            double all = ranks * one + waits * go * (with.window == 1 ? ranks : 1);
            return {all, all, messages};
        }
        double near = of.near_of(ranks), far = ranks - near;
        double inside = part_time(with, of.node, near, n, of.at_once);
        double out = part_time(with, of.network, far, n, std::ceil(double(of.at_once) / of.nics));
        double all = std::max(inside, out) + early(with, of, far, n) * n * of.copy_per_byte;
        return {all, all, messages};
    }

private:
    bool asks_first(double n) const { return credit > 0 && n > double(credit); } // a block of so many bytes
    // The root's exchange with so many ranks over one level, where so many roots of its node do the same. Long blocks
    // and those that wait go as many at a time as the window holds; the next begins as one of them ends.
    static double part_time(direct with, const price& by, double ranks, double n, double roots)
    {
        if (ranks == 0) return 0;
        bool waits = with.asks_first(n), bounded = waits || n > by.eager_limit;
        double at_once = bounded ? std::min<double>(with.window, ranks) : ranks;
        double wave = by.several(at_once, n, roots) + waits * by(0);
        double lost = way == flow::to_root ? by.incast(at_once, n) : 0;
        return std::ceil(ranks / at_once) * wave + lost;
    }

    // So many blocks come before the root's window asks for them, and have to be copied out of the library's memory: of
    // each node one after the other, and of all nodes at once.
    static double early(direct with, const problem& of, double far, double n)
    {
        if (way == flow::from_root || with.asks_first(n) || n > of.network.eager_limit || of.per_node == 1) return 0;
        return std::max(0.0, far - with.window);
    }

    static task worker(direct with, net on, const block_places* all, int* next)
    {
        while (*next < on.size()) {
            int rank = (*next)++;
            bytes one;
            auto list = pieces_of(on, *all, rank, one);
            co_await block(with, on, {rank, way == flow::to_root}, list);
        }
    }
};

} // namespace hocket
