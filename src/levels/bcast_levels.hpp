// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "levels/level_stages.hpp"
#include "levels/pipeline.hpp"

namespace hocket::bcast {

// Any number of levels: `across` between the leaders of the nodes, then between the leaders of the sockets, NUMA
// domains and L3 domains inside each domain above, as far as the layout knows them and a part is named for them; and
// `inside` in the innermost. Each level works on the segment after the one that the level below works on. The root
// leads every domain that it is in, so nothing is forwarded first; only a native part, whose leaders are fixed by its
// communicator, makes the root hand its data to the first rank of its node.
//
// Cost: the sum of the levels for one segment, and ns-1 times the slowest of the network and, since a leader's levels
// inside its node share its port there, the sum of those. MagPIe (Kielmann et al. 1999), HAN (Luo et al. 2020).
struct levels {
    const bcast_algorithm *across = nullptr, *socket = nullptr, *numa = nullptr, *l3 = nullptr, *inside = nullptr;
    std::size_t segment = 0;
    const layout* where = nullptr;

    level_parts parts() const { return {across, socket, numa, l3, inside}; }

    static task run(levels with, net on, bytes data)
    {
        auto& where = *with.where;
        int root = on.origin(), me = on.unrooted().rank();
        int lead = with.across->is_native() ? where.member(where.node_of(root), 0) : root;
        if (lead != root && me == root) co_await on.unrooted().send(lead, data);
        if (lead != root && me == lead) co_await on.unrooted().recv(root, data);

        level_stages stages(on, where, lead, with.parts());
        segments cut(data.size(), with.segment);
        auto start = [&](int stage, int s) { return stages.start(stage, data.subspan(cut.offset(s), cut.length(s))); };
        co_await pipelined(stages.count(), cut.count(), start);
    }

    // Part i is asked for one segment, in the largest of its nets.
    static problem of_part(levels with, int i, const problem& of)
    {
        auto one = of.with_bytes(double(segments(std::size_t(of.bytes), with.segment).size));
        one.spans_nodes = i == 0;
        one.placed(i == 0 ? 1 : with.where->largest());
        one.whole_node = kind(i) == domain::rank && with.above(i) == domain::node;
        one.ranks = i == 0 ? with.where->nodes() : with.where->most(with.above(i), kind(i));
        return one;
    }
    static cost declared(levels with, const problem& of)
    {
        auto parts = with.parts();
        auto all = with.across->declared(of_part(with, 0, of));
        // A leader leads all levels of its node, the others are in one; and its sends between nodes start first.
        double leads = all.busy, slowest = all.period;
        for (int i = 1; i < int(parts.size()); ++i) {
            if (!with.works(i)) continue;
            auto one = parts[std::size_t(i)]->declared(of_part(with, i, of));
            all.finish += one.finish;
            leads += one.root;
            slowest = std::max(slowest, one.period);
            all.messages += one.messages * with.where->nodes() * with.domains(with.above(i));
        }
        double steps = segments(std::size_t(of.bytes), with.segment).count(), pace = std::max(slowest, leads);
        return {all.finish + (steps - 1) * pace, steps * pace, steps * all.messages};
    }

private:
    static domain kind(int i) { return domain(i); } // what part i joins: the parts lie in the order of the domains
    bool works(int i) const { return kind(i) == domain::rank || (parts()[std::size_t(i)] && where->knows(kind(i))); }
    domain above(int i) const
    {
        while (--i > 0 && !works(i)) {}
        return kind(i);
    }
    int domains(domain by) const { return by == domain::node ? 1 : where->most(domain::node, by); }
};

} // namespace hocket::bcast
