// SPDX-License-Identifier: BSD-3-Clause
// The list of rows: Hocket's own, and those of plugins after them.
#include "base/words.hpp"
#include "catalogue/settled.hpp"
#include <algorithm>
#include <fmt/format.h>

namespace hocket {
namespace {

std::deque<row> own_rows()
{
    std::deque<row> all;
    for (auto& some : {barrier_rows(), bcast_rows(), composed_bcast_rows(), gather_rows(), scatter_rows(),
                       composed_rooted_rows(), allgather_rows(), composed_allgather_rows(), reduce_rows(),
                       allreduce_rows(), reduce_scatter_rows(), scan_rows(), composed_reduction_rows(), alltoall_rows(),
                       logarithmic_alltoall_rows(), composed_alltoall_rows(), neighbor_rows()})
        all.insert(all.end(), some.begin(), some.end());
    return all;
}

// Rows stay where they are: what has been settled points to them.
std::deque<row>& rows()
{
    static auto all = own_rows();
    return all;
}

// What an alias stands for may differ: its name alone has to be new.
std::string word_of(const std::string& alias)
{
    return alias.substr(0, alias.find('='));
}

bool is_taken(std::string_view collective, const std::string& name)
{
    return std::ranges::any_of(rows(), [&](const row& r) {
        auto is_alias = [&](auto& alias) { return word_of(alias) == name; };
        return r.collective == collective && (r.name == name || std::ranges::any_of(r.aliases, is_alias));
    });
}

bool is_word(const std::string& name)
{
    auto fits = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_'; };
    return !name.empty() && std::ranges::all_of(name, fits) && name != "auto";
}

std::optional<mistake> misnamed(const row& r)
{
    auto& known = own_collectives();
    if (!std::ranges::count(known, r.collective))
        return mistake{fmt::format("{} is for the collective \"{}\"; nearest: {}; valid: {}", r.name, r.collective,
                                   nearest(r.collective, known), listed(known))};
    std::vector<std::string> names{r.name};
    for (auto& alias : r.aliases) names.push_back(word_of(alias));
    for (auto& name : names) {
        if (!is_word(name))
            return mistake{fmt::format("\"{}\" names no algorithm: valid are small letters, digits, - and _", name)};
        if (is_taken(r.collective, name))
            return mistake{fmt::format("{} has an algorithm {} already", r.collective, name)};
    }
    return {};
}

// All rows of a collective work on the same kind of data.
std::optional<mistake> unlike_others(const row& r)
{
    auto other = std::ranges::find_if(rows(), [&](const row& one) {
        return one.collective == r.collective && !one.name.starts_with("native"); // whose data nobody looks at
    });
    if (r.hands == other->hands) return {};
    return mistake{fmt::format("{} works on other data than algorithms of {} are given", r.name, r.collective)};
}

std::optional<mistake> unusable_grid(const row& r)
{
    for (auto& p : r.parameters)
        for (auto value : p.values)
            if (value < p.low || value > p.high)
                return mistake{fmt::format("{}: {}={} is not between {} and {}", r.name, p.name, value, p.low, p.high)};
    for (auto& text : specs_of(r)) {
        auto canonical = canonical_spec(r.collective, text);
        if (!canonical) return mistake{fmt::format("{}: {}", text, canonical.error().what)};
    }
    return {};
}

} // namespace

const std::deque<row>& all_rows()
{
    return rows();
}

const row* find_row(std::string_view collective, std::string_view name)
{
    for (auto& r : all_rows())
        if (r.collective == collective && r.name == name) return &r;
    return nullptr;
}

std::optional<mistake> add_row(row r)
{
    if (auto wrong = misnamed(r)) return wrong;
    if (auto wrong = unlike_others(r)) return wrong;
    rows().push_back(std::move(r));
    auto wrong = unusable_grid(rows().back());
    if (wrong) rows().pop_back();
    return wrong;
}

} // namespace hocket
