// SPDX-License-Identifier: BSD-3-Clause
#include "topology/divisions.hpp"
#include <algorithm>
#include <unordered_map>

namespace hocket {

namespace {

// Nodes from 0 in the order of their first ranks.
std::vector<int> by_appearance(std::span<const int> ids)
{
    std::unordered_map<int, int> number;
    std::vector<int> nodes;
    nodes.reserve(ids.size());
    for (int id : ids) nodes.push_back(number.try_emplace(id, int(number.size())).first->second);
    return nodes;
}

template <class F> bool everywhere(std::span<const int> node, F expected)
{
    for (int r = 0; r < int(node.size()); ++r)
        if (node[r] != expected(r)) return false;
    return true;
}

} // namespace

layout::layout(kind k, int ranks, int nodes, int width) : kind_(k), ranks_(ranks), nodes_(nodes), width_(width) {}

layout layout::block(int p, int per_node)
{
    int width = std::clamp(per_node, 1, std::max(p, 1));
    layout made(kind::block, p, (p - 1) / width + 1, width);
    made.measure();
    return made;
}

layout layout::cyclic(int p, int nodes)
{
    layout made(kind::cyclic, p, std::clamp(nodes, 1, std::max(p, 1)), 0);
    made.measure();
    return made;
}

layout layout::of(std::span<const int> node_id_of_rank)
{
    return numbered(by_appearance(node_id_of_rank));
}

layout layout::numbered(std::span<const int> node)
{
    int p = int(node.size());
    int nodes = p == 0 ? 0 : 1 + *std::max_element(node.begin(), node.end());
    int first = int(std::count(node.begin(), node.end(), 0));
    if (everywhere(node, [=](int r) { return r / first; })) return block(p, first);
    if (everywhere(node, [=](int r) { return r % nodes; })) return cyclic(p, nodes);
    layout made(kind::runs, p, nodes, 0);
    made.runs_ = std::make_shared<const run_table>(table(node, nodes));
    made.measure();
    return made;
}

layout::run_table layout::table(std::span<const int> node, int nodes)
{
    run_table t;
    t.sizes.resize(std::size_t(nodes));
    for (int r = 0; r < int(node.size()); ++r) {
        int n = node[r], local = t.sizes[n]++;
        if (r > 0 && node[r - 1] == n) ++t.by_rank.back().count;
        else t.by_rank.push_back({r, 1, n, local});
    }
    t.by_node = t.by_rank;
    std::stable_sort(t.by_node.begin(), t.by_node.end(), [](auto& a, auto& b) { return a.node < b.node; });
    t.first_of_node.resize(std::size_t(nodes) + 1);
    for (auto& r : t.by_rank) ++t.first_of_node[r.node + 1];
    for (int n = 0; n < nodes; ++n) t.first_of_node[n + 1] += t.first_of_node[n];
    return t;
}

void layout::measure()
{
    largest_ = smallest_ = size_of(0);
    for (int n = 1; n < nodes_; ++n) {
        largest_ = std::max(largest_, size_of(n));
        smallest_ = std::min(smallest_, size_of(n));
    }
    for (int n = 0, first = 0; n < nodes_ && node_major_; first += size_of(n++))
        node_major_ = member(n, 0) == first && member(n, size_of(n) - 1) == first + size_of(n) - 1;
}

const layout::run& layout::holding(int rank) const
{
    auto& runs = runs_->by_rank;
    return *std::prev(std::upper_bound(runs.begin(), runs.end(), rank, [](int r, auto& x) { return r < x.first; }));
}

int layout::node_of(int rank) const
{
    switch (kind_) {
    case kind::block: return rank / width_;
    case kind::cyclic: return rank % nodes_;
    default: return holding(rank).node;
    }
}

int layout::local_of(int rank) const
{
    switch (kind_) {
    case kind::block: return rank % width_;
    case kind::cyclic: return rank / nodes_;
    default: break;
    }
    auto& r = holding(rank);
    return r.local + rank - r.first;
}

int layout::size_of(int node) const
{
    switch (kind_) {
    case kind::block: return std::min(width_, ranks_ - node * width_);
    case kind::cyclic: return ranks_ / nodes_ + (node < ranks_ % nodes_);
    default: return runs_->sizes[std::size_t(node)];
    }
}

int layout::member(int node, int local) const
{
    switch (kind_) {
    case kind::block: return node * width_ + local;
    case kind::cyclic: return local * nodes_ + node;
    default: break;
    }
    auto run_at = [&](int n) { return runs_->by_node.begin() + runs_->first_of_node[std::size_t(n)]; };
    auto from = run_at(node), to = run_at(node + 1);
    auto r = *std::prev(std::upper_bound(from, to, local, [](int l, auto& x) { return l < x.local; }));
    return r.first + local - r.local;
}

} // namespace hocket
