// SPDX-License-Identifier: BSD-3-Clause
#include "base/words.hpp"
#include "catalogue/settled.hpp"
#include <algorithm>
#include <bit>
#include <fmt/format.h>

namespace hocket {
namespace {

std::vector<std::string> names_in(std::string_view collective, bool with_aliases)
{
    std::vector<std::string> names;
    for (auto& r : all_rows()) {
        if (r.collective != collective) continue;
        names.push_back(r.name);
        if (with_aliases)
            for (auto& a : r.aliases) names.push_back(a.substr(0, a.find('=')));
    }
    return names;
}

mistake unknown(std::string_view what, std::string_view of, std::string_view word, const std::vector<std::string>& near,
                const std::vector<std::string>& valid)
{
    return {
        fmt::format("unknown {} \"{}\"{}; nearest: {}; valid: {}", what, word, of, nearest(word, near), listed(valid))};
}

// An alias stands for a SPEC; what the user adds to it goes in after what the alias says.
result<spec> without_alias(std::string_view collective, const spec& s)
{
    for (auto& r : all_rows()) {
        if (r.collective != collective) continue;
        for (auto& a : r.aliases) {
            auto mark = a.find('=');
            if (a.substr(0, mark) != s.name) continue;
            auto meant = parse_spec(mark == a.npos ? r.name : a.substr(mark + 1));
            for (auto& p : s.parts) meant->parts.push_back(p);
            for (auto& p : s.parameters) {
                std::erase_if(meant->parameters, [&](auto& old) { return old.first == p.first; });
                meant->parameters.push_back(p);
            }
            return meant;
        }
    }
    return s;
}

result<std::optional<long long>> value_of(const row& r, const parameter& p, const std::string& text)
{
    if (text == "auto") return std::optional<long long>();
    auto n = parse_size(text);
    bool plain = p.in_bytes || text.find_first_not_of("0123456789") == text.npos;
    if (n && plain && (long long)*n >= p.low && (long long)*n <= p.high) return std::optional<long long>(*n);
    return mistake{fmt::format("{}={} in {}: valid are {} to {}{}, or auto", p.name, text, r.name, p.low,
                               p.in_bytes ? print_size(p.high) : std::to_string(p.high),
                               p.in_bytes ? " bytes with K, M, G" : "")};
}

result<settled> settle_values(settled done, const spec& s)
{
    std::vector<std::string> names;
    for (auto& p : done.is->parameters) names.push_back(p.name), done.values.push_back(p.standard);
    std::vector<std::string> seen;
    for (auto& [key, text] : s.parameters) {
        auto at = std::ranges::find(names, key);
        if (at == names.end()) {
            for (auto& [word, because] : done.is->refused)
                if (key == word) return mistake{fmt::format("{} is no parameter of {}: {}", key, s.name, because)};
            if (names.empty()) return mistake{fmt::format("{} has no parameters, \"{}\" is not valid", s.name, key)};
            return unknown("parameter", " of " + s.name, key, names, names);
        }
        if (std::ranges::find(seen, key) != seen.end())
            return mistake{fmt::format("{} of {} is given twice", key, s.name)};
        seen.push_back(key);
        auto index = std::size_t(at - names.begin());
        auto value = value_of(*done.is, done.is->parameters[index], text);
        if (!value) return value.error();
        done.values[index] = *value;
    }
    return done;
}

result<settled> settle_part(const part& p, const spec& s)
{
    auto inner = settle(p.of, s);
    if (!inner) return mistake{fmt::format("part {}: {}", p.name, inner.error().what)};
    if (inner->is->name == "native" && p.native_allowed) return inner;
    auto& name = inner->is->name;
    if (name.starts_with("native") || (!p.only.empty() && name != p.only))
        return mistake{fmt::format("{} is not valid for part {}; valid: {}", name, p.name, listed(p.values))};
    if (inner->is->even_ranks && !p.same_ranks)
        return mistake{fmt::format("{} is not valid for part {}, which may have an odd number of ranks", name, p.name)};
    if (inner->is->power_of_two && !p.same_ranks)
        return mistake{fmt::format("{} is not valid for part {}, which may have any number of ranks", name, p.name)};
    if (inner->is->over_layout)
        return mistake{
            fmt::format("{} is not valid for part {}: it divides all ranks of a communicator itself; further "
                        "levels are the parts socket, numa and l3 of levels",
                        name, p.name)};
    return inner;
}

result<settled> settle_parts(settled done, const spec& s)
{
    std::vector<std::string> names;
    for (auto& p : done.is->parts) names.push_back(p.name);
    for (auto& [key, inner] : s.parts) {
        if (names.empty()) return mistake{fmt::format("{} has no parts, \"{}\" is not valid", s.name, key)};
        if (std::ranges::find(names, key) == names.end()) return unknown("part", " of " + s.name, key, names, names);
        if (std::ranges::count(s.parts, key, &spec_part::name) > 1)
            return mistake{fmt::format("part {} of {} is given twice", key, s.name)};
    }
    for (auto& p : done.is->parts) {
        auto given = std::ranges::find(s.parts, p.name, &spec_part::name);
        if (given == s.parts.end() && p.standard.empty()) {
            done.parts.push_back({nullptr, {}, {}}); // left out
            continue;
        }
        auto inner = settle_part(p, given == s.parts.end() ? *parse_spec(p.standard) : given->algorithm);
        if (!inner) return inner;
        done.parts.push_back(*std::move(inner));
    }
    return done;
}

} // namespace

result<settled> settle(std::string_view collective, const spec& s)
{
    auto meant = without_alias(collective, s);
    auto* r = find_row(collective, meant->name);
    if (!r)
        return unknown(fmt::format("{} algorithm", collective), "", s.name, names_in(collective, true),
                       names_in(collective, false));
    auto with_values = settle_values({r, {}, {}}, *meant);
    return with_values ? settle_parts(*std::move(with_values), *meant) : with_values;
}

bool waits_for(const settled& s, std::string_view because)
{
    if (!s.is) return false; // a part that is left out
    return s.is->not_by_itself == because ||
           std::ranges::any_of(s.parts, [&](auto& part) { return waits_for(part, because); });
}

namespace {

bool has_route(const row& r, const neighbor_load* around)
{
    if (r.needs == route_needed::none) return true;
    if (!around) return false;
    bool vector = r.collective.find("allgather") != r.collective.npos;
    return (r.needs == route_needed::combined ? around->combined : around->by_node)[vector ? 1 : 0].steps > 0;
}

// A part runs on the ranks of the whole, or on some that may be odd in number.
std::optional<mistake> unsuited(const settled& s, int ranks, bool node_major, demands of)
{
    auto& r = *s.is;
    if (r.even_ranks && ranks % 2 != 0 && ranks > 1)
        return mistake{fmt::format("{} needs an even number of ranks, not {}", r.name, ranks)};
    if (r.power_of_two && !std::has_single_bit(unsigned(ranks)))
        return mistake{fmt::format("{} needs a power of two of ranks, not {}", r.name, ranks)};
    if (r.only_node_major && !node_major)
        return mistake{fmt::format("{} needs ranks that count up node by node", r.name)};
    if (!has_route(r, of.around)) return mistake{fmt::format("{} needs {}", r.name, r.restrictions.front())};
    bool reduces = is_reduction(r.collective) && !r.name.starts_with("native");
    if (reduces && of.reproducible && !r.brackets_by_rank)
        return mistake{fmt::format("{} has results that depend on size or placement", r.name)};
    if (reduces && !of.commutative && !r.keeps_order)
        return mistake{fmt::format("{} needs an operator that commutes", r.name)};
    if (reduces && !of.commutative && r.order_by_node && !node_major)
        return mistake{fmt::format("{} needs an operator that commutes, or ranks that count up node by node", r.name)};
    for (std::size_t i = 0; i < s.parts.size(); ++i)
        if (s.parts[i].is)
            if (auto wrong = unsuited(s.parts[i], r.parts[i].same_ranks ? ranks : 2, node_major, of)) return wrong;
    return {};
}

} // namespace

std::optional<mistake> unsuited(const settled& s, const layout& where, demands of)
{
    return unsuited(s, where.ranks(), where.node_major(), of);
}

} // namespace hocket
