// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "levels/rooted_sets.hpp"
#include "shapes/partition.hpp"

namespace hocket {

// How many ranks sit on the nodes before a node.
class nodes_before {
public:
    nodes_before(net on, const layout& where) : each_(where.largest())
    {
        if (where.regular()) return;
        table_ = on.ledger<int>(where.nodes() + 1);
        table_[0] = 0;
        for (int n = 0; n < where.nodes(); ++n) table_[std::size_t(n) + 1] = table_[std::size_t(n)] + where.size_of(n);
    }
    int operator()(int node) const { return table_.empty() ? node * each_ : table_[std::size_t(node)]; }

private:
    int each_;
    std::span<int> table_; // where nodes differ
};

// Consecutive ranks of a node, led by the first of them, or by the root. Every node has as many groups: at most as many
// as the smallest node has ranks. Sets are counted from the root's group on, node by node.
class rank_groups final : public rank_sets {
public:
    rank_groups(net on, const layout& where, int wanted)
        : where_(where), before_(on, where), per_node_(count(where, wanted)), root_(on.origin()),
          origin_(group_of(root_)), own_(group_of(on.unrooted().rank())), mine_(turned(own_ - origin_, count())),
          size_(cut(own_).second), turn_(mine_ == 0 ? where.local_of(root_) - cut(own_).first : 0),
          place_(turned(where.local_of(on.unrooted().rank()) - cut(own_).first - turn_, size_))
    {
    }
    static int count(const layout& where, int wanted) { return std::min(wanted, where.smallest()); }

    int count() const override { return where_.nodes() * per_node_; }
    int mine() const override { return mine_; }
    int place() const override { return place_; }
    int member(int place) const override
    {
        return where_.member(own_ / per_node_, cut(own_).first + (place + turn_) % size_);
    }
    int head(int set) const override { return set == 0 ? root_ : first_rank(group(set)); }
    bool is_whole_node() const override { return per_node_ == 1; }
    int ranks_in(int first, int last) const override { return ranks_until(last) - ranks_until(first); }
    void list(int set, block_runs& into) const override
    {
        int g = group(set), node = g / per_node_;
        auto [first, size] = cut(g);
        int rank = where_.member(node, first);
        if (where_.member(node, first + size - 1) == rank + size - 1) return into.add(rank, size);
        for (int i = 0; i < size; ++i) into.add(where_.member(node, first + i));
    }

private:
    static int turned(int i, int n) { return i < 0 ? i + n : i; }
    int group(int set) const { return (set + origin_) % count(); }
    int first_rank(int g) const { return where_.member(g / per_node_, cut(g).first); }
    partition locals(int node) const { return {std::size_t(where_.size_of(node)), per_node_}; }
    int group_of(int rank) const
    {
        int node = where_.node_of(rank);
        return node * per_node_ + locals(node).piece_of(std::size_t(where_.local_of(rank)));
    }
    // The first local number of a group, and how many it has.
    std::pair<int, int> cut(int g) const
    {
        auto of = locals(g / per_node_);
        return {int(of.offset(g % per_node_)), int(of.length(g % per_node_))};
    }
    // In groups 0..g-1.
    int ranks_before(int g) const { return g == count() ? where_.ranks() : before_(g / per_node_) + cut(g).first; }
    int ranks_until(int set) const
    {
        int g = origin_ + set, all = count(), skipped = ranks_before(origin_);
        return g <= all ? ranks_before(g) - skipped : where_.ranks() - skipped + ranks_before(g - all);
    }

    const layout& where_;
    nodes_before before_;
    int per_node_, root_, origin_, own_; // groups
    int mine_, size_, turn_, place_;
};

} // namespace hocket
