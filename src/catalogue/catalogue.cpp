// SPDX-License-Identifier: BSD-3-Clause
#include "catalogue/catalogue.hpp"
#include "catalogue/settled.hpp"
#include <cmath>

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
    if (is_reduction(r.collective) && info.recordable && !r.keeps_order)
        info.restrictions.push_back("operators that commute");
    return info;
}

constexpr double typical_blocks[] = {64, 1024, 4096, 16384, 65536, 262144, 1048576, 4194304};

} // namespace

const std::vector<std::string>& own_collectives()
{
    static const std::vector<std::string> all{"barrier",
                                              "bcast",
                                              "gather",
                                              "gatherv",
                                              "scatter",
                                              "scatterv",
                                              "allgather",
                                              "allgatherv",
                                              "reduce",
                                              "allreduce",
                                              "reduce_scatter_block",
                                              "reduce_scatter",
                                              "scan",
                                              "exscan",
                                              "alltoall",
                                              "alltoallv",
                                              "alltoallw",
                                              "neighbor_allgather",
                                              "neighbor_allgatherv",
                                              "neighbor_alltoall",
                                              "neighbor_alltoallv",
                                              "neighbor_alltoallw"};
    return all;
}

bool irregular(std::string_view collective)
{
    return collective == "gatherv" || collective == "scatterv" || collective == "alltoallv" ||
           collective == "alltoallw" || (has_neighbors(collective) && has_unequal_blocks(collective));
}

bool has_unequal_blocks(std::string_view collective)
{
    return collective.ends_with('v') || collective.ends_with('w') || collective == "reduce_scatter";
}

bool is_reduction(std::string_view collective)
{
    return collective.find("reduce") != collective.npos || collective.ends_with("scan");
}

bool has_neighbors(std::string_view collective)
{
    return collective.starts_with("neighbor_");
}

bool has_root(std::string_view collective)
{
    return collective == "bcast" || collective == "reduce" || collective.starts_with("gather") ||
           collective.starts_with("scatter");
}

double whole_vector(std::string_view collective, double n, int ranks)
{
    bool of_blocks = collective.starts_with("gather") || collective.starts_with("scatter") ||
                     collective == "allgather" || collective == "reduce_scatter_block" ||
                     collective.starts_with("alltoall") || has_neighbors(collective);
    return of_blocks ? n * ranks : n;
}

double typical_time(std::string_view collective, const any_algorithm& run, const problem& of)
{
    auto declared = [&](const problem& one) {
        return std::visit([&](auto& algorithm) { return algorithm->declared(one).finish; }, run);
    };
    if (!irregular(collective)) return declared(of);
    double logs = 0;
    for (double block : typical_blocks) logs += std::log(1e-9 + declared(of.with_bytes(block * of.ranks)));
    return std::exp(logs / double(std::size(typical_blocks)));
}

double typical_time(std::string_view collective, const bound_plan& plan, const place& at)
{
    return typical_time(collective, plan.run, at.as_problem());
}

namespace {

// 1 where neighbours share a node, the number of nodes where ranks go round them; by the first ranks.
int stride_of(const layout& at)
{
    auto shares = [&](int rank) { return rank < at.ranks() && at.node_of(0) == at.node_of(rank); };
    if (at.nodes() == 1 || at.largest() == 1 || shares(1)) return 1;
    return shares(at.nodes()) ? at.nodes() : at.ranks();
}

} // namespace

problem place::as_problem() const
{
    problem of{where->ranks(), bytes, node, network, where->nodes() > 1};
    of.per_node = where->largest();
    of.alike = where->regular();
    of.stride = stride_of(*where);
    of.nics = nics;
    of.copy_per_byte = copy_per_byte;
    of.reduce_per_byte = reduce_per_byte;
    of.element = element;
    of.commutative = commutative;
    of.around = around;
    return of;
}

result<std::string> canonical_spec(std::string_view collective, std::string_view text)
{
    auto s = parse_spec(text);
    if (!s) return s.error();
    auto known = settle(collective, *s);
    if (!known) return known.error();
    return print(*known);
}

bool tells_sizes(std::string_view collective, std::string_view text)
{
    auto s = parse_spec(text);
    if (!s) return true;
    auto known = settle(collective, *s);
    return !known || !known->is->tells_no_sizes;
}

result<bound_plan> bind_algorithm(std::string_view collective, const spec& s, const place& at)
{
    auto known = settle(collective, s);
    if (!known) return known.error();
    if (auto wrong = unsuited(*known, *at.where, at.demanded())) return *wrong;
    if (known->is->name == "native") return bound_plan{"native", way::native, true, true, {}};
    if (known->is->name == "native-nonblocking")
        return bound_plan{"native-nonblocking", way::native_nonblocking, true, true, {}};
    auto b = bind_settled(*known, at.as_problem(), *at.where);
    bool keeps_order = is_reduction(collective) && !unsuited(*known, *at.where, {.commutative = false});
    return bound_plan{print(b.is),
                      way::own,
                      b.uses_native,
                      keeps_order,
                      std::move(b.run),
                      known->is->runs_in_place,
                      waits_for(*known, because::of_the_network)};
}

result<bound_plan> bind_algorithm(std::string_view collective, std::string_view text, const place& at)
{
    auto s = parse_spec(text);
    if (!s) return s.error();
    return bind_algorithm(collective, *s, at);
}

std::vector<entry_info> catalogue_entries(std::string_view collective)
{
    std::vector<entry_info> entries;
    for (auto& r : all_rows())
        if (collective.empty() || r.collective == collective) entries.push_back(shown(r));
    return entries;
}

std::vector<std::string> specs_of(const row& r)
{
    std::vector<std::string> specs{r.name};
    for (auto& p : r.parts)
        for (auto& v : p.values) specs.push_back(r.name + "(" + p.name + "=" + v + ")");
    for (auto& p : shown(r).parameters)
        for (auto& v : p.type == "algorithm" ? std::vector<std::string>() : p.values)
            specs.push_back(r.name + ":" + p.name + "=" + v);
    return specs;
}

std::vector<std::string> grid_of(std::string_view collective, bool with_native)
{
    std::vector<std::string> specs;
    for (auto& r : all_rows()) {
        if (r.collective != collective) continue;
        for (auto& text : specs_of(r)) {
            auto one = *canonical_spec(collective, text);
            bool fresh = std::find(specs.begin(), specs.end(), one) == specs.end();
            if (fresh && (with_native || one.find("native") == one.npos)) specs.push_back(one);
        }
    }
    return specs;
}

} // namespace hocket
