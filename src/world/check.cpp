// SPDX-License-Identifier: BSD-3-Clause
#include "world/check.hpp"
#include "world/bcast_trial.hpp"
#include "world/check_plan.hpp"
#include "world/compare_costs.hpp"
#include "world/explore.hpp"
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
    void run(const candidate& what, const check_case& c, bcast_trial& trial);
    void run_costs(const candidate& what, const named_layout& on);
    void note(const candidate& what, const check_case& c, const trouble& wrong);
    bool given_up(const std::string& text) { return failed_[text] >= by_.failures_per_algorithm; }
    bool costs() const { return !by_.exhaustive && std::ranges::count(by_.orders, "clock") > 0; }
    void skip(std::string why)
    {
        if (!std::ranges::count(report.skipped, why)) report.skipped.push_back(std::move(why));
    }

    const check_options& by_;
    std::map<std::string, std::size_t> failed_;
};

std::string reproducing(const check_options& by, const std::string& spec, int ranks, const check_case& c)
{
    auto text = "hocket check bcast --algorithm '" + spec + "' --ranks " + std::to_string(ranks) + " --roots " +
                std::to_string(c.root) + " --layouts " + c.where->name + " --bytes " + std::to_string(c.bytes);
    text += c.mode == "exhaustive" ? " --exhaustive" : " --orders " + c.mode;
    if (c.where->name == "uneven" && by.seed != check_options().seed) text += " --seed " + std::to_string(by.seed);
    return text;
}

void checker::run(const candidate& what, const std::vector<named_layout>& on)
{
    auto plan = plan_checks(by_, what.text, on);
    bcast_trial trial(on.front().where.ranks());
    auto before = report.checks;
    for (auto& c : plan.cases) {
        if (given_up(what.text)) break;
        run(what, c, trial);
    }
    if (report.checks > before) report.possible += plan.possible;
    if (costs()) run_costs(what, on.front());
    if (given_up(what.text)) skip(what.text + ": given up after " + std::to_string(failed_[what.text]) + " failures");
}

void checker::run(const candidate& what, const check_case& c, bcast_trial& trial)
{
    auto bound = what.bind({&c.where->where, double(c.bytes)});
    if (!bound) return skip(what.text + ": " + bound.error().what);
    if (bound->runs != way::own) return skip(what.text + ": the library's own");
    ++report.checks;
    auto attempt = [&](order& by) { return trial.run(*bound->run, c.root, c.bytes, by); };
    std::optional<trouble> wrong;
    if (c.mode == "exhaustive") {
        auto all = explore(by_.executions, attempt);
        report.executions += all.executions;
        wrong = all.wrong;
    } else {
        wrong = attempt(*order_by_name(c.mode));
    }
    if (wrong) note(what, c, *wrong);
}

void checker::run_costs(const candidate& what, const named_layout& on)
{
    int p = on.where.ranks();
    auto sizes = by_.bytes.empty() ? std::vector<std::size_t>{1, std::size_t(p), 4099, 70001} : by_.bytes;
    for (auto n : sizes)
        for (auto& row : compare_costs(what, p, n)) {
            if (given_up(what.text)) return;
            ++report.checks;
            ++report.possible;
            named_layout where{row.layout, layout_by_name(row.layout, p, by_.seed)};
            if (row.wrong) note(what, {&where, 0, n, "clock"}, *row.wrong);
        }
}

void checker::note(const candidate& what, const check_case& c, const trouble& wrong)
{
    ++failed_[what.text];
    int p = c.where->where.ranks();
    report.failures.push_back({"bcast", what.text, p, c.root, c.where->name, c.bytes, c.mode, wrong.kind, wrong.detail,
                               reproducing(by_, what.text, p, c)});
}

} // namespace

check_report check(const std::vector<candidate>& candidates, const check_options& by)
{
    checker all(by);
    for (int p : by.ranks) {
        auto on = distinct_layouts(by.layouts.empty() ? layout_names() : by.layouts, p, by.seed);
        for (auto& what : candidates) {
            if (by.progress) by.progress(std::to_string(p) + " ranks: " + what.text);
            all.run(what, on);
        }
    }
    return std::move(all.report);
}

} // namespace hocket
