// SPDX-License-Identifier: BSD-3-Clause
#include "tool/explain_candidates.hpp"
#include <algorithm>
#include <map>
#include <regex>

namespace hocket {
namespace {

// What a SPEC is without its parameters: those that share it differ in values only.
std::string family(const std::string& spec)
{
    static const std::regex values(":[a-z]+=[^:,()]+");
    return std::regex_replace(spec, values, "");
}

} // namespace

std::vector<priced_candidate> candidates(const std::string& collective, const place& at, const std::string& chosen)
{
    std::map<std::string, priced_candidate> least;
    auto grid = grid_of(collective, false);
    grid.insert(grid.end(), entries_of(collective).begin(), entries_of(collective).end());
    if (chosen.find("native") == chosen.npos) grid.push_back(chosen);
    for (auto& text : grid) {
        auto plan = bind_algorithm(collective, std::string_view(text), at);
        if (!plan) continue; // it cannot do with this place
        priced_candidate one{plan->text, plan->declared(at.as_problem()).finish, typical_time(collective, *plan, at)};
        auto [known, fresh] = least.try_emplace(family(text), one);
        if (!fresh && one.typical < known->second.typical) known->second = one;
    }
    std::vector<priced_candidate> all;
    for (auto& [_, c] : least) all.push_back(c);
    std::ranges::stable_sort(all, {}, &priced_candidate::typical);
    return all;
}

} // namespace hocket
