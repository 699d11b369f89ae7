// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/algorithm.hpp"
#include "levels/members.hpp"
#include <array>

namespace hocket {

// The parts of `levels` from the outermost to the innermost: between nodes, between the finer domains of each kind, and
// in what is left. A null one in the middle stands for a level that is not asked for.
using level_parts = std::array<const bcast_algorithm*, finer_domains.size() + 2>;

// The nets in which one rank takes part, the outermost first. `lead` leads all domains that it is in. Levels that
// the layout does not know are left out, and nets of one rank. Stays where it is: the nets point into it.
class level_stages {
public:
    level_stages(net on, const layout& where, int lead, const level_parts& parts)
        : whole_(layout::block(1, 1)), nets_{on, on, on, on, on}
    {
        int me = on.unrooted().rank(), node = where.node_of(me), local = where.local_of(me);
        leaders_[0] = {where, -1, where, 0, lead};
        if (leaders_[0].position(node) == me)
            add(on.among(leaders_[0], node, where.nodes(), 1).rooted(where.node_of(lead)), parts[0]);
        whole_ = layout::block(where.size_of(node), where.size_of(node));
        add_inside(on, where, node, local, where.node_of(lead) == node ? where.local_of(lead) : -1, parts);
    }
    level_stages(const level_stages&) = delete;
    level_stages& operator=(const level_stages&) = delete;

    int count() const { return count_; }
    task start(int stage, bytes data) const
    {
        return parts_[std::size_t(stage)]->start(nets_[std::size_t(stage)], data);
    }

private:
    // `lead` is a local number, or -1 where it sits on another node.
    void add_inside(net on, const layout& where, int node, int local, int lead, const level_parts& parts)
    {
        const layout* outer = &whole_;
        int at = 0;
        for (std::size_t k = 1; k <= finer_domains.size(); ++k) {
            auto* inner = parts[k] ? where.inside(node, finer_domains[k - 1]) : nullptr;
            if (!inner) continue;
            auto in = inner_domains(*outer, at, *inner);
            int mine = inner->node_of(local), head = lead_of(*outer, at, lead);
            leaders_[k] = {where, node, *inner, in.first, lead};
            if (leaders_[k].position(mine) == local)
                add(on.among(leaders_[k], mine - in.first, in.count, int(k) + 1)
                        .rooted(inner->node_of(head) - in.first),
                    parts[k]);
            outer = inner;
            at = mine;
        }
        mates_ = {where, node, *outer, at};
        int head = outer->local_of(lead_of(*outer, at, lead));
        add(on.among(mates_, outer->local_of(local), outer->size_of(at), int(parts.size())).rooted(head), parts.back());
    }
    static int lead_of(const layout& outer, int at, int lead)
    {
        return lead >= 0 && outer.node_of(lead) == at ? lead : outer.member(at, 0);
    }
    void add(net on, const bcast_algorithm* part)
    {
        if (on.size() == 1) return;
        nets_[std::size_t(count_)] = on;
        parts_[std::size_t(count_++)] = part;
    }

    layout whole_; // the node as its own only domain
    std::array<leaders_of, finer_domains.size() + 1> leaders_;
    ranks_of mates_;
    std::array<net, finer_domains.size() + 2> nets_;
    level_parts parts_{};
    int count_ = 0;
};

} // namespace hocket
