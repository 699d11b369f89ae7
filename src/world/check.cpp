// SPDX-License-Identifier: BSD-3-Clause
#include "world/check.hpp"
#include "world/check_plan.hpp"
#include "world/compare_costs.hpp"
#include "world/explore.hpp"
#include "world/trials.hpp"
#include <algorithm>
#include <map>

namespace hocket {
namespace {

class checker {
public:
    explicit checker(const check_options& by) : by_(by) {}

    void run(const candidate& what, const std::vector<named_layout>& on);
    check_report report;

private:
    void run(const candidate& what, const check_case& c, trial& on);
    void run(const candidate& what, const bound_plan& bound, const check_case& c, trial& on);
    void run_costs(const candidate& what, const named_layout& on);
    void note(const candidate& what, const check_case& c, const trouble& wrong);
    std::size_t& failed(const candidate& what) { return failed_[{what.collective, what.text}]; }
    bool given_up(const candidate& what) { return failed(what) >= by_.failures_per_algorithm; }
    bool costs() const { return !by_.exhaustive && std::ranges::count(by_.orders, "clock") > 0; }
    void skip(const candidate& what, const std::string& because)
    {
        auto why = what.collective + " " + what.text + ": " + because;
        if (!std::ranges::count(report.skipped, why)) report.skipped.push_back(why);
    }

    const check_options& by_;
    std::map<std::pair<std::string, std::string>, std::size_t> failed_;
};

std::string reproducing(const check_options& by, const candidate& what, const check_case& c)
{
    auto text = "hocket check " + what.collective + " --algorithm '" + what.text + "' --ranks " +
                std::to_string(c.where->where.ranks()) + " --roots " + std::to_string(c.root) + " --layouts " +
                c.where->name + " --bytes " + std::to_string(c.bytes);
    if (!c.counts.empty()) text += " --counts " + c.counts;
    if (!c.graph.empty()) text += " --graphs " + c.graph;
    text += c.mode == "exhaustive" ? " --exhaustive" : " --orders " + c.mode;
    bool by_chance = c.where->name == "uneven" || !c.counts.empty() || !c.graph.empty();
    if (by_chance && by.seed != check_options().seed) text += " --seed " + std::to_string(by.seed);
    return text;
}

void checker::run(const candidate& what, const std::vector<named_layout>& on)
{
    auto plan = plan_checks(by_, what, on);
    auto trials = make_trial(what.collective, on.front().where.ranks(), by_.seed);
    auto before = report.checks;
    for (auto& c : plan.cases) {
        if (given_up(what)) break;
        run(what, c, *trials);
    }
    if (report.checks > before) report.possible += plan.possible;
    if (costs()) run_costs(what, on.front());
    if (given_up(what)) skip(what, "given up after " + std::to_string(failed(what)) + " failures");
}

void checker::run(const candidate& what, const check_case& c, trial& on)
{
    auto& where = c.where->where;
    place at{&where, whole_vector(what.collective, double(c.bytes), where.ranks())};
    at.element = element_in_checks(what.collective);
    at.around = on.load(c);
    auto bound = what.bind(at);
    if (!bound) return skip(what, bound.error().what);
    if (bound->runs != way::own) return skip(what, "the library's own");
    run(what, *bound, c, on);
    if (!bound->runs_in_place) return;
    auto again = c;
    again.in_place = true;
    run(what, *bound, again, on);
}

void checker::run(const candidate& what, const bound_plan& bound, const check_case& c, trial& on)
{
    ++report.checks;
    auto attempt = [&](order& by) { return on.run(bound, c, by); };
    std::optional<trouble> wrong;
    if (c.mode == "exhaustive") {
        auto all = explore(by_.executions, attempt);
        report.executions += all.executions;
        wrong = all.wrong;
    } else {
        wrong = attempt(*order_by_name(c.mode, c.where->where));
    }
    if (wrong) note(what, c, *wrong);
}

std::vector<std::size_t> cost_sizes(const candidate& what, int ranks)
{
    auto e = std::size_t(element_in_checks(what.collective));
    if (what.collective == "barrier") return {0};
    if (whole_vector(what.collective, 1, 2) > 1) return affordable({e, 64 * e, 9000 / e * e}, ranks);
    return {e, std::size_t(ranks) * e, 4099 / e * e, 70001 / e * e};
}

void checker::run_costs(const candidate& what, const named_layout& on)
{
    int p = on.where.ranks();
    for (auto n : by_.bytes.empty() ? cost_sizes(what, p) : by_.bytes)
        for (auto& row : compare_costs(what, p, n)) {
            if (given_up(what)) return;
            ++report.checks;
            ++report.possible;
            named_layout where{row.layout, layout_by_name(row.layout, p, by_.seed)};
            if (row.wrong) note(what, {&where, 0, n, "", "clock"}, *row.wrong);
        }
}

void checker::note(const candidate& what, const check_case& c, const trouble& wrong)
{
    ++failed(what);
    auto detail = wrong.detail + (c.in_place ? ", in place" : "") + (c.graph.empty() ? "" : ", " + c.graph);
    report.failures.push_back({what.collective, what.text, c.where->where.ranks(), c.root, c.where->name, c.bytes,
                               c.counts, c.mode, wrong.kind, detail, reproducing(by_, what, c)});
}

} // namespace

check_report check(const std::vector<candidate>& candidates, const check_options& by)
{
    checker all(by);
    for (int p : by.ranks) {
        auto on = distinct_layouts(by.layouts.empty() ? layout_names() : by.layouts, p, by.seed);
        for (auto& what : candidates) {
            if (by.progress) by.progress(std::to_string(p) + " ranks: " + what.collective + " " + what.text);
            all.run(what, on);
        }
    }
    return std::move(all.report);
}

} // namespace hocket
