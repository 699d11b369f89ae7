// SPDX-License-Identifier: BSD-3-Clause
#include "world/named_layouts.hpp"
#include <algorithm>
#include <random>

namespace hocket {
namespace {

int regular_width(int p)
{
    return std::max(1, (p + 3) / 4);
}

layout uneven(int p, unsigned seed)
{
    std::mt19937 dice(seed * 1000003u + unsigned(p));
    std::vector<int> node_of;
    auto widest = unsigned(std::max(1, p / 2));
    for (int node = 0; int(node_of.size()) < p; ++node) {
        auto room = std::size_t(p) - node_of.size();
        node_of.insert(node_of.end(), std::min<std::size_t>(room, 1 + dice() % widest), node);
    }
    return layout::of(node_of);
}

// Nodes of two sockets each. On even nodes the first half of the ranks sits on the first socket, on odd ones the ranks
// are dealt out in turn; NUMA and L3 domains halve what is above them, except on each third node, where nothing is
// bound.
layout on_sockets(const layout& nodes)
{
    std::vector<domain_ids> ids;
    for (int r = 0; r < nodes.ranks(); ++r) {
        int node = nodes.node_of(r), local = nodes.local_of(r), half = (nodes.size_of(node) + 1) / 2;
        int socket = node % 2 ? local % 2 : local / half, at = node % 2 ? local / 2 : local % half;
        int numa = at / ((half + 1) / 2), l3 = at / ((half + 3) / 4);
        bool bound = node % 3 != 2;
        ids.push_back({socket, bound ? numa : -1, bound ? l3 : -1});
    }
    return nodes.divided(ids);
}

// What tells one placement from another.
std::vector<int> table_of(const layout& where)
{
    std::vector<int> table;
    for (int r = 0; r < where.ranks(); ++r) {
        int node = where.node_of(r);
        table.push_back(node);
        for (auto by : finer_domains)
            if (auto* inside = where.inside(node, by)) table.push_back(inside->node_of(where.local_of(r)));
    }
    return table;
}

} // namespace

const std::vector<std::string>& layout_names()
{
    static const std::vector<std::string> names{"one", "regular", "uneven", "cyclic", "sockets"};
    return names;
}

std::vector<std::string> all_layout_names()
{
    auto all = layout_names();
    all.push_back("apart");
    return all;
}

layout layout_by_name(const std::string& name, int p, unsigned seed)
{
    auto regular = layout::block(p, regular_width(p));
    if (name == "regular") return regular;
    if (name == "uneven") return uneven(p, seed);
    if (name == "cyclic") return layout::cyclic(p, regular.nodes());
    if (name == "sockets") return on_sockets(regular);
    if (name == "apart") return layout::block(p, 1);
    return layout::block(p, p);
}

std::vector<named_layout> distinct_layouts(const std::vector<std::string>& names, int p, unsigned seed)
{
    std::vector<named_layout> found;
    std::vector<std::vector<int>> tables;
    for (auto& name : names) {
        auto where = layout_by_name(name, p, seed);
        auto table = table_of(where);
        if (std::ranges::count(tables, table)) continue;
        tables.push_back(table);
        found.push_back({name, where});
    }
    return found;
}

} // namespace hocket
