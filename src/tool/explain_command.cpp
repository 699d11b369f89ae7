// SPDX-License-Identifier: BSD-3-Clause
#include "choose/chooser.hpp"
#include "simulate/compare.hpp"
#include "tool/commands.hpp"
#include "tool/explain_native.hpp"
#include "tool/wrong_usage.hpp"
#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>

namespace hocket {
namespace {

using json = nlohmann::ordered_json;

struct question {
    std::string collective, bytes, machine, table, native;
    int nodes = 1, ppn = 1;
};

// The variables of this process count, as they would for a job; the options come before them.
settings settings_for(const question& q)
{
    std::vector<std::string> lines;
    std::vector<const char*> env;
    for (const char* const* e = environ; *e; ++e) env.push_back(*e);
    auto overrule = [&](const std::string& name, const std::string& value) {
        if (value.empty()) return;
        std::erase_if(env, [&](const char* line) { return std::string_view(line).starts_with(name + "="); });
        lines.push_back(name + "=" + value);
    };
    lines.reserve(2);
    overrule("HOCKET_TABLE", q.table);
    overrule("HOCKET_MACHINE", q.machine);
    for (auto& line : lines) env.push_back(line.c_str());
    env.push_back(nullptr);
    return need(read_settings(env.data()));
}

struct candidate {
    std::string spec;
    double time, bound;
};

// What a SPEC is without its parameters: those that share it differ in values only.
std::string family(const std::string& spec)
{
    static const std::regex values(":[a-z]+=[^:,()]+");
    return std::regex_replace(spec, values, "");
}

// One candidate per family: the cheapest of its grid under the machine.
std::vector<candidate> candidates(const place& at, double bound, const std::string& chosen)
{
    std::map<std::string, candidate> least;
    auto grid = bcast_grid(false);
    if (chosen.find("native") == chosen.npos) grid.push_back(chosen);
    for (auto& text : grid) {
        double time = predicted_us(text, at);
        auto [known, fresh] = least.try_emplace(family(text), candidate{text, time, bound});
        if (!fresh && time < known->second.time) known->second = {text, time, bound};
    }
    std::vector<candidate> all;
    for (auto& [_, c] : least) all.push_back({need(bind_bcast(c.spec, at)).text, c.time, c.bound});
    std::ranges::stable_sort(all, {}, &candidate::time);
    return all;
}

json excluded(const question& q)
{
    json out = json::array();
    if (q.native.empty())
        out.push_back({{"algorithm", "native"}, {"why", "which MPI it would be is not known; --native names one"}});
    if (q.nodes == 1)
        out.push_back({{"algorithm", "all but native"},
                       {"why", "on one node native is not left without a table, until shared memory exists"}});
    return out;
}

json answer(const question& q)
{
    if (q.collective != "bcast")
        throw wrong_usage(fmt::format("unknown collective \"{}\"; valid: bcast", q.collective));
    auto n = need(parse_size(q.bytes));
    auto by = settings_for(q);
    if (!q.native.empty()) by.native = need(find_native_library(q.native));
    auto where = layout::block(q.nodes * q.ppn, q.ppn);
    chooser choosing(by, where);
    auto& made = choosing.bcast(n);
    auto at = priced_place(where, n, by.model);
    json others = json::array();
    auto priced = candidates(at, bcast_bound(by.model, where, double(n)), made.plan.text);
    for (auto& c : priced)
        others.push_back({{"algorithm", c.spec},
                          {"time_us", c.time},
                          {"bound_us", c.bound},
                          {"efficiency", c.time > 0 ? c.bound / c.time : 1}});
    json chosen{{"algorithm", made.plan.text}, {"reason", made.reason}, {"from_bytes", made.from}};
    chosen["to_bytes"] = made.to == UINT64_MAX ? json(nullptr) : json(made.to);
    if (made.plan.run) chosen["time_us"] = predicted_us(made.plan.text, at);
    json all{{"schema", "hocket-explain-1"},
             {"collective", q.collective},
             {"machine", by.model.name},
             {"nodes", q.nodes},
             {"ppn", q.ppn},
             {"bytes", n},
             {"chosen", chosen},
             {"candidates", others},
             {"excluded", excluded(q)}};
    if (!q.native.empty()) all["native"] = explain_native(q.native, q.collective, at, priced.front().time);
    return all;
}

} // namespace

void add_explain_command(CLI::App& app, int& exit_code)
{
    auto* command = app.add_subcommand("explain", "Which algorithm would run, why, and what the others would take");
    auto q = std::make_shared<question>();
    command->add_option("collective", q->collective)->required();
    command->add_option("--bytes", q->bytes, "size, with K, M or G")->required();
    command->add_option("--nodes", q->nodes)->required()->check(CLI::Range(1, 1000000));
    command->add_option("--ppn", q->ppn, "ranks per node")->required()->check(CLI::Range(1, 1000));
    command->add_option("--machine", q->machine, "name or file");
    command->add_option("--table", q->table, "tuning table");
    command->add_option("--native", q->native, "what this MPI library would run, such as mpich-5.0 or ompi-5.0");
    command->footer("Example: hocket-tool explain bcast --bytes 1221360 --nodes 512 --ppn 12");
    command->callback([q, &exit_code] { print_answer([&] { return answer(*q); }, exit_code); });
}

} // namespace hocket
