// SPDX-License-Identifier: BSD-3-Clause
#include "base/words.hpp"
#include "choose/settings.hpp"
#include <charconv>
#include <fmt/format.h>

namespace hocket {
namespace {

// -1: not a whole number from 1 to a million.
int count(std::string_view text)
{
    int n = 0;
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
    return error == std::errc() && end == text.data() + text.size() && n >= 1 && n <= 1000000 ? n : -1;
}

// Ranks per node; empty: not understood.
std::vector<int> sizes(std::string_view text)
{
    auto cross = text.find('x');
    if (cross != text.npos) {
        int nodes = count(text.substr(0, cross)), each = count(text.substr(cross + 1));
        if (nodes < 0 || each < 0 || (long long)nodes * each > 10000000) return {};
        return std::vector<int>(std::size_t(nodes), each);
    }
    std::vector<int> all;
    for (auto& one : split(text, ',')) {
        all.push_back(count(one));
        if (all.back() < 0) return {};
    }
    return all;
}

} // namespace

result<std::vector<int>> fake_layout(std::string_view text, int world_size)
{
    bool cyclic = text.starts_with("cyclic:");
    auto per_node = sizes(cyclic ? text.substr(7) : text);
    if (per_node.empty())
        return mistake{fmt::format(
            "HOCKET_NODES={}: valid are NODESxRANKS such as 4x2, cyclic:4x2, or a list such as 3,1,4", text)};
    long long ranks = 0;
    for (int n : per_node) ranks += n;
    if (ranks != world_size)
        return mistake{fmt::format("HOCKET_NODES={} names {} ranks, the job has {}", text, ranks, world_size)};
    std::vector<int> node_of;
    for (int turn = 0; int(node_of.size()) < world_size; ++turn)
        for (int node = 0; node < int(per_node.size()); ++node) {
            int take = cyclic ? (turn < per_node[std::size_t(node)]) : turn == 0 ? per_node[std::size_t(node)] : 0;
            node_of.insert(node_of.end(), std::size_t(take), node);
        }
    return node_of;
}

} // namespace hocket
