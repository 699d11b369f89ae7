// SPDX-License-Identifier: BSD-3-Clause
#include "world/compare_costs.hpp"
#include "world/clock.hpp"
#include "world/named_layouts.hpp"

namespace hocket {
namespace {

cost_row compare(const bound_bcast& how, const place& at, const std::string& what, price unit)
{
    int p = at.where->ranks();
    auto n = std::size_t(at.bytes);
    auto of = at.as_problem();
    of.node = of.network = unit;
    bcast_trial trial(p);
    clock_order clock(*at.where, unit, unit);
    auto wrong = trial.run(*how.run, 0, n, clock);
    cost_row row{how.text, {}, p, n, what, how.run->declared(of).finish, clock.now(), wrong};
    if (!wrong && !declared_well(row))
        row.wrong = trouble{"cost", what + ": " + std::to_string(row.declared) + " declared, " +
                                        std::to_string(row.counted) + " counted"};
    return row;
}

} // namespace

bool declared_well(const cost_row& row)
{
    bool rounded = row.what == "bytes" && row.bytes < 64 << 10;
    return row.counted <= row.declared * (1 + 1e-9) && (rounded || row.declared <= 1.25 * row.counted + 1);
}

std::vector<cost_row> compare_costs(const candidate& what, int ranks, std::size_t n)
{
    bool composed = what.text.starts_with("levels") || what.text.starts_with("lanes");
    std::string name = composed ? "regular" : "one";
    auto where = layout_by_name(name, ranks, 0);
    place at{&where, double(n)};
    auto bound = what.bind(at);
    if (!bound || bound->runs != way::own) return {};
    std::vector rows{compare(*bound, at, "rounds", {1, 0}), compare(*bound, at, "bytes", {0, 1})};
    for (auto& row : rows) row.layout = name;
    return rows;
}

} // namespace hocket
