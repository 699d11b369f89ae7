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

std::vector<int> table_of(const layout& where)
{
    std::vector<int> nodes;
    for (int r = 0; r < where.ranks(); ++r) nodes.push_back(where.node_of(r));
    return nodes;
}

} // namespace

const std::vector<std::string>& layout_names()
{
    static const std::vector<std::string> names{"one", "regular", "uneven", "cyclic"};
    return names;
}

layout layout_by_name(const std::string& name, int p, unsigned seed)
{
    auto regular = layout::block(p, regular_width(p));
    if (name == "regular") return regular;
    if (name == "uneven") return uneven(p, seed);
    if (name == "cyclic") return layout::cyclic(p, regular.nodes());
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
