// SPDX-License-Identifier: BSD-3-Clause
#include "catalogue/catalogue.hpp"
#include "catalogue/settled.hpp"

namespace hocket {
namespace {

parameter_info shown(const parameter& p)
{
    auto text = [&](long long v) { return p.in_bytes ? print_size(v) : std::to_string(v); };
    parameter_info info{p.name, p.in_bytes ? "bytes" : "integer", text(p.standard), {}};
    for (auto v : p.values) info.values.push_back(text(v));
    return info;
}

entry_info shown(const row& r)
{
    entry_info info{r.collective, r.name, r.source, r.rounds, r.bytes, r.messages, {}, r.restrictions, {}, true};
    for (auto& a : r.aliases) info.aliases.push_back(a.substr(0, a.find('=')));
    for (auto& p : r.parts) info.parameters.push_back({p.name, "algorithm", p.standard, p.values});
    for (auto& p : r.parameters) info.parameters.push_back(shown(p));
    info.recordable = !r.name.starts_with("native");
    return info;
}

// One SPEC for each value of each parameter and part, the others at their defaults.
std::vector<std::string> grid_of(const row& r)
{
    std::vector<std::string> specs{r.name};
    for (auto& p : r.parts)
        for (auto& v : p.values) specs.push_back(r.name + "(" + p.name + "=" + v + ")");
    for (auto& p : shown(r).parameters)
        for (auto& v : p.type == "algorithm" ? std::vector<std::string>() : p.values)
            specs.push_back(r.name + ":" + p.name + "=" + v);
    return specs;
}

} // namespace

const std::vector<row>& all_rows()
{
    static const auto rows = [] {
        auto all = bcast_rows();
        for (auto& more : {composed_bcast_rows(), scatter_rows(), allgather_rows()})
            all.insert(all.end(), more.begin(), more.end());
        return all;
    }();
    return rows;
}

// Neighbours in rank order share a node unless the placement is cyclic.
problem place::as_problem() const
{
    bool neighbours = where->ranks() > 1 && where->node_of(0) == where->node_of(1);
    problem of{where->ranks(), bytes, node, network, where->nodes() > 1};
    of.per_node = neighbours ? where->largest() : 1;
    of.nics = nics;
    of.copy_per_byte = copy_per_byte;
    return of;
}

result<std::string> canonical_bcast(std::string_view text)
{
    auto s = parse_spec(text);
    if (!s) return s.error();
    auto known = settle("bcast", *s);
    if (!known) return known.error();
    return print(*known);
}

result<bound_bcast> bind_bcast(const spec& s, const place& at)
{
    auto known = settle("bcast", s);
    if (!known) return known.error();
    if (known->is->name == "native") return bound_bcast{"native", way::native, true, nullptr};
    if (known->is->name == "native-nonblocking")
        return bound_bcast{"native-nonblocking", way::native_nonblocking, true, nullptr};
    auto b = bind(*known, at.as_problem(), *at.where);
    return bound_bcast{print(b.is), way::own, b.uses_native, std::get<std::shared_ptr<const bcast_algorithm>>(b.run)};
}

result<bound_bcast> bind_bcast(std::string_view text, const place& at)
{
    auto s = parse_spec(text);
    if (!s) return s.error();
    return bind_bcast(*s, at);
}

std::vector<entry_info> catalogue_entries(std::string_view collective)
{
    std::vector<entry_info> entries;
    for (auto& r : all_rows())
        if (collective.empty() || r.collective == collective) entries.push_back(shown(r));
    return entries;
}

std::vector<std::string> bcast_grid(bool with_native)
{
    std::vector<std::string> specs;
    for (auto& r : all_rows()) {
        if (r.collective != "bcast") continue;
        for (auto& text : grid_of(r)) {
            auto one = *canonical_bcast(text);
            bool fresh = std::find(specs.begin(), specs.end(), one) == specs.end();
            if (fresh && (with_native || one.find("native") == one.npos)) specs.push_back(one);
        }
    }
    return specs;
}

} // namespace hocket
