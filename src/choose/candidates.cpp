// SPDX-License-Identifier: BSD-3-Clause
#include "choose/candidates.hpp"
#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace hocket {
namespace {

// What a SPEC is without its parameters: those that share it differ in values only.
std::string family(const std::string& spec)
{
    std::string kept;
    bool value = false;
    for (char c : spec) {
        value = c == ':' || (value && c != ',' && c != '(' && c != ')');
        if (!value) kept += c;
    }
    return kept;
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
        if (plan->multicasts && !at.casts && text != chosen) continue; // nor could it be chosen there
        priced_candidate one{plan->text, plan->declared(at.as_problem()).finish, typical_time(collective, *plan, at)};
        auto [known, fresh] = least.try_emplace(family(text), one);
        if (!fresh && one.typical < known->second.typical) known->second = one;
    }
    std::vector<priced_candidate> all;
    for (auto& [_, c] : least) all.push_back(c);
    std::ranges::stable_sort(all, {}, &priced_candidate::typical);
    return all;
}

std::string alternatives(const std::string& collective, const place& at, const std::string& chosen)
{
    std::string text;
    auto all = candidates(collective, at, chosen);
    auto next = std::ranges::find_if(all, [&](auto& one) { return one.spec != chosen; });
    auto mine = bind_algorithm(collective, std::string_view(chosen), at);
    double time = mine && mine->runs == way::own ? typical_time(collective, *mine, at) : 0;
    if (next != all.end())
        text = time > 0 ? fmt::format("; next {}, {:.2f} times its declared time", next->spec, next->typical / time)
                        : fmt::format("; of Hocket's {}, declared {:.3g} us", next->spec, next->time);
    std::string refused;
    for (auto& entry : catalogue_entries(collective))
        if (auto plan = bind_algorithm(collective, std::string_view(entry.name), at); !plan)
            refused += (refused.empty() ? "; not: " : ", ") + plan.error().what;
    return text + refused;
}

} // namespace hocket
