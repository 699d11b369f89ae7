// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/direct.hpp"
#include "shapes/bine_arc.hpp"

namespace hocket {

// The blocks of a subtree: at the root where they belong, elsewhere in one piece of memory, in the order of the ring.
class arc_blocks {
public:
    arc_blocks(net on, rooted_blocks data) : on_(on), data_(data), all_(bine_arc::below(on.rank(), on.size()))
    {
        if (!data.places) memory_ = all_.count == 1 ? data.mine : on.scratch(size_of(all_));
    }
    bytes all() const { return memory_; }
    bytes own() const { return part({on_.rank(), 1}); }
    // Of a subtree inside; in memory of the operation.
    pieces below(int child) const
    {
        auto arc = bine_arc::below(child, on_.size());
        if (data_.places) return at_root(arc);
        auto one = on_.ledger<bytes>(1);
        one[0] = part(arc);
        return one;
    }

private:
    std::size_t size_of(bine_arc arc) const
    {
        int high = std::min(arc.count, on_.size() - arc.first);
        return data_.sizes->of(arc.first, arc.first + high) + data_.sizes->of(0, arc.count - high);
    }
    bytes part(bine_arc arc) const
    {
        int before = arc.first - all_.first;
        return memory_.subspan(size_of({all_.first, before < 0 ? before + on_.size() : before}), size_of(arc));
    }
    pieces at_root(bine_arc arc) const
    {
        int end = std::min(arc.first + arc.count, on_.size()), beyond = arc.first + arc.count - end;
        int high = data_.places->pieces(arc.first, end, nullptr, 0), low = data_.places->pieces(0, beyond, nullptr, 0);
        auto list = on_.ledger<bytes>(high + low);
        data_.places->pieces(arc.first, end, list.data(), high);
        data_.places->pieces(0, beyond, list.data() + high, low);
        return list;
    }

    net on_;
    rooted_blocks data_;
    bine_arc all_;
    bytes memory_;
};

// Bine tree: the rounds and the bytes of the binomial tree over shorter distances. A subtree is a row of ranks on the
// ring, so its blocks are one message; only at the root may they lie in two pieces, at the end and at the beginning.
// Cost ceil(log2 p) alpha + (p-1)/p n beta for powers of two. De Sensi et al. 2025.
template <flow way> struct rooted_bine {
    static task run(rooted_bine, net on, rooted_blocks data)
    {
        constexpr bool gathers = way == flow::to_root;
        bine_tree at{on.rank(), on.size()};
        arc_blocks subtree(on, data);
        auto all = subtree.all();
        bool passes_on = at.parent() >= 0 && at.degree() > 0 && !data.mine.empty();
        if (!gathers && at.parent() >= 0) co_await move_pieces(on, {at.parent(), true}, {&all, 1});
        if (gathers && passes_on) co_await on.copy(subtree.own(), data.mine);
        group children;
        at.each_child([&](int child) { children.add(move_pieces(on, {child, gathers}, subtree.below(child))); });
        co_await children.all();
        if (!gathers && passes_on) co_await on.copy(data.mine, subtree.own());
        if (gathers && at.parent() >= 0) co_await move_pieces(on, {at.parent(), false}, {&all, 1});
    }
    static cost declared(rooted_bine, const problem& of)
    {
        if (of.ranks == 1) return {};
        double block = std::ceil(of.bytes / of.ranks);
        bool one_port = of.level().one_port;
        double all =
            one_port ? bine_scatter(0, of.ranks, [&](int n) { return of.message(n * block); }) : longest_way(of, block);
        cost made{all, all, double(of.ranks - 1)};
        made.held = of.ranks > 2 ? block * std::ceil(of.ranks / 2.0) : 0;
        return made;
    }

private:
    // Down the largest subtrees, as many pairs in each as there can be. A subtree lies on both sides of its vertex, so
    // that a way leaves the node one step earlier than with the distances of a binomial tree.
    static double longest_way(const problem& of, double block)
    {
        fold pairs{of.ranks};
        double time = pairs.rem() > 0 ? of.hop(block, of.reach(2)) : 0;
        for (int width = 1; width < pairs.core(); width *= 2)
            time += of.hop((width + std::min(width, pairs.rem())) * block, 2.0 * width);
        return time;
    }
};

} // namespace hocket
