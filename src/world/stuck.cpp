// SPDX-License-Identifier: BSD-3-Clause
#include "world/stuck.hpp"
#include "world/watch.hpp"
#include <algorithm>

namespace hocket {
namespace {

constexpr std::size_t shown = 8;

std::string line(const request& r)
{
    return "rank " + std::to_string(r.owner) + " " + describe(r) + " (" + std::to_string(r.count) + " bytes)";
}

} // namespace

std::string stuck_report::text() const
{
    auto by_rank = waiting;
    auto earlier = [](auto* a, auto* b) { return a->owner < b->owner; };
    std::stable_sort(by_rank.begin(), by_rank.end(), earlier);
    std::vector<std::string> lines;
    for (auto* r : by_rank) lines.push_back(line(*r));
    for (int rank : unfinished) {
        request of_rank{.owner = rank};
        if (!std::binary_search(by_rank.begin(), by_rank.end(), &of_rank, earlier))
            lines.push_back("rank " + std::to_string(rank) + " is suspended on nothing");
    }

    std::string words;
    for (std::size_t i = 0; i < std::min(lines.size(), shown); ++i) words += (i ? "; " : "") + lines[i];
    if (lines.size() > shown) words += "; and " + std::to_string(lines.size() - shown) + " more";
    return words;
}

} // namespace hocket
