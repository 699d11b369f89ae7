// SPDX-License-Identifier: BSD-3-Clause
#include "topology/divisions.hpp"
#include <algorithm>

namespace hocket {

namespace {

// Numbers from 0: by the coarser domain, then by the first rank. So the domains inside a coarser one come in a row.
std::vector<int> numbers_of(const std::vector<int>& words, const std::vector<int>* outer)
{
    using pair = std::pair<int, int>;
    auto over = [&](std::size_t l) { return outer ? (*outer)[l] : 0; };
    std::map<pair, int> first; // (coarser domain, word) -> rank
    for (std::size_t l = 0; l < words.size(); ++l) first.try_emplace({over(l), words[l]}, int(l));
    std::vector<pair> sorted;
    for (auto& [key, rank] : first) sorted.emplace_back(key.first, rank);
    std::ranges::sort(sorted);
    std::vector<int> numbers;
    for (std::size_t l = 0; l < words.size(); ++l) {
        pair mine{over(l), first.at({over(l), words[l]})};
        numbers.push_back(int(std::ranges::lower_bound(sorted, mine) - sorted.begin()));
    }
    return numbers;
}

std::array<bool, finer_domains.size()> known(std::span<const domain_ids> of_rank)
{
    std::array<bool, finer_domains.size()> any{};
    for (auto& ids : of_rank)
        for (std::size_t k = 0; k < ids.size(); ++k) any[k] |= ids[k] >= 0;
    return any;
}

} // namespace

divisions::pattern divisions::made_of(int ranks, const columns& numbers)
{
    pattern made{ranks, {}};
    for (std::size_t k = 0; k < numbers.size(); ++k)
        if (!numbers[k].empty()) made.by[k] = layout::numbered(numbers[k]);
    return made;
}

std::shared_ptr<const divisions> divisions::of(const layout& nodes, std::span<const domain_ids> of_rank)
{
    auto any = known(of_rank);
    if (std::ranges::count(any, true) == 0) return nullptr;
    auto made = std::make_shared<divisions>();
    std::map<columns, int> seen;
    for (int node = 0; node < nodes.nodes(); ++node) {
        columns numbers;
        const std::vector<int>* outer = nullptr;
        for (std::size_t k = 0; k < any.size(); ++k) {
            if (!any[k]) continue;
            std::vector<int> words;
            for (int l = 0; l < nodes.size_of(node); ++l)
                words.push_back(of_rank[std::size_t(nodes.member(node, l))][k]);
            numbers[k] = numbers_of(words, outer);
            outer = &numbers[k];
        }
        auto [at, fresh] = seen.try_emplace(numbers, int(made->patterns_.size()));
        if (fresh) made->patterns_.push_back(made_of(nodes.size_of(node), numbers));
        made->by_node_.push_back(at->second);
    }
    made->settle(nodes);
    return made;
}

std::shared_ptr<const divisions> divisions::cut(const layout& nodes, const divisions* before, domain by, int width)
{
    auto made = before ? std::make_shared<divisions>(*before) : std::make_shared<divisions>();
    if (!before) made->add_sizes(nodes);
    for (auto& p : made->patterns_) p = cut(p, std::size_t(by) - std::size_t(domain::socket), std::max(width, 1));
    made->measure();
    return made;
}

divisions::pattern divisions::cut(const pattern& before, std::size_t kind, int width)
{
    columns numbers;
    const layout* outer = nullptr;
    auto column = [&](auto number) {
        std::vector<int> made;
        for (int l = 0; l < before.ranks; ++l) made.push_back(number(l));
        return made;
    };
    for (std::size_t k = 0; k < kind; ++k) {
        if (!before.by[k]) continue;
        outer = &*before.by[k];
        numbers[k] = column([&](int l) { return outer->node_of(l); });
    }
    auto words = column([&](int l) { return (outer ? outer->local_of(l) : l) / width; });
    auto over = column([&](int l) { return outer ? outer->node_of(l) : 0; });
    numbers[kind] = numbers_of(words, &over);
    return made_of(before.ranks, numbers);
}

// One undivided pattern for each size of a node.
void divisions::add_sizes(const layout& nodes)
{
    for (int node = 0; node < nodes.nodes(); ++node) {
        int ranks = nodes.size_of(node);
        if (by_size_.try_emplace(ranks, int(patterns_.size())).second) patterns_.push_back({ranks, {}});
    }
}

void divisions::settle(const layout& nodes)
{
    bool size_tells = true;
    for (int node = 0; node < nodes.nodes(); ++node) {
        int which = by_node_[std::size_t(node)];
        size_tells &= by_size_.try_emplace(nodes.size_of(node), which).first->second == which;
    }
    if (size_tells) by_node_ = std::vector<int>();
    else by_size_.clear();
    measure();
}

} // namespace hocket
