// SPDX-License-Identifier: BSD-3-Clause
#include "world/compare_costs.hpp"
#include "world/clock.hpp"
#include "world/named_layouts.hpp"
#include "world/trials.hpp"

namespace hocket {
namespace {

bool composed(const std::string& text)
{
    return text.starts_with("levels") || text.starts_with("lanes") || text.starts_with("hybrid");
}

cost_row compare(const candidate& what, const bound_plan& how, const place& at, const check_case& c, price unit)
{
    int p = at.where->ranks();
    auto of = at.as_problem();
    of.node = of.network = unit;
    clock_order clock(*at.where, unit, unit);
    auto wrong = make_trial(what.collective, p, 0)->run(how, c, clock);
    bool uneven = composed(what.text) && p % at.where->nodes() != 0;
    bool at_most = uneven && what.collective != "bcast";
    return {what.collective,         how.text,    c.where->name, p,       c.bytes, c.mode,
            how.declared(of).finish, clock.now(), uneven,        at_most, wrong};
}

} // namespace

bool declared_well(const cost_row& row)
{
    // Small blocks are rounded up, and empty ones are not sent.
    bool cut = whole_vector(row.collective, 1, 2) == 1; // into as many blocks as there are ranks
    auto blocks = std::size_t(cut ? row.ranks * element_in_checks(row.collective) : 1);
    bool rounded = (row.what == "bytes" && cut && row.bytes < 64 << 10) || row.bytes < blocks;
    // Smaller nodes cut what is released in them otherwise than the others do: a byte for each rounding.
    double roundings = row.uneven && row.what == "bytes" ? row.ranks : 0;
    // Blocks for several under way at once: a port takes what is there, which a timetable would have put off.
    bool by_chance = row.collective == "alltoall";
    double over = by_chance ? 1.5 : 1, under = by_chance ? 1.5 : 1.25;
    return row.counted <= row.declared * over * (1 + 1e-9) + roundings &&
           (rounded || row.at_most || row.declared <= under * row.counted + 1);
}

std::vector<cost_row> compare_costs(const candidate& what, int ranks, std::size_t n)
{
    if (has_neighbors(what.collective)) return {}; // messages at once, which meet in any order
    std::string name = composed(what.text) ? "regular" : "one";
    named_layout where{name, layout_by_name(name, ranks, 0)};
    place at{&where.where, whole_vector(what.collective, double(n), ranks)};
    at.element = element_in_checks(what.collective);
    auto bound = what.bind(at);
    if (!bound || bound->runs != way::own || irregular(what.collective)) return {};
    std::vector<cost_row> rows;
    rows.push_back(compare(what, *bound, at, {&where, 0, n, "", "rounds"}, {1, 0}));
    rows.push_back(compare(what, *bound, at, {&where, 0, n, "", "bytes"}, {0, 1}));
    for (auto& row : rows)
        if (!row.wrong && !declared_well(row))
            row.wrong = trouble{"cost", row.what + ": " + std::to_string(row.declared) + " declared, " +
                                            std::to_string(row.counted) + " counted"};
    return rows;
}

} // namespace hocket
