// SPDX-License-Identifier: BSD-3-Clause
#include "simulate/draw/rows.hpp"
#include <algorithm>
#include <fmt/format.h>

namespace hocket {
namespace {

std::string span(int first, int last)
{
    return first == last ? std::to_string(first) : fmt::format("{}-{}", first, last);
}

} // namespace

row_map::row_map(const layout& where, int lines) : row_(std::size_t(where.ranks()))
{
    if (where.ranks() <= lines) by_rank(where);
    else if (where.nodes() > 1) by_node(where);
    else by_group(where.ranks());
}

void row_map::by_rank(const layout& where)
{
    title_ = "rank";
    for (int node = 0; node < where.nodes(); ++node) {
        if (where.nodes() > 1) bands_.push_back({count(), where.size_of(node), fmt::format("node {}", node)});
        for (int local = 0; local < where.size_of(node); ++local) {
            int rank = where.member(node, local);
            row_[std::size_t(rank)] = count();
            labels_.push_back(std::to_string(rank));
        }
    }
}

void row_map::by_node(const layout& where)
{
    int each = (where.nodes() + most - 1) / most;
    title_ = each == 1 ? "node" : "nodes";
    for (int r = 0; r < where.ranks(); ++r) row_[std::size_t(r)] = where.node_of(r) / each;
    add(0, where.nodes(), each);
}

void row_map::by_group(int ranks)
{
    int each = (ranks + most - 1) / most;
    title_ = "ranks";
    for (int r = 0; r < ranks; ++r) row_[std::size_t(r)] = r / each;
    add(0, ranks, each);
}

void row_map::add(int first, int last, int each)
{
    for (int i = first; i < last; i += each) labels_.push_back(span(i, std::min(i + each, last) - 1));
}

} // namespace hocket
