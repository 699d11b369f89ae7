// SPDX-License-Identifier: BSD-3-Clause
#include "base/words.hpp"
#include "choose/candidates.hpp"
#include "choose/chooser.hpp"
#include "choose/node_table.hpp"
#include "simulate/job_kinds.hpp"
#include "tool/commands.hpp"
#include "tool/explain_native.hpp"
#include "tool/job_question.hpp"
#include "tool/wrong_usage.hpp"
#include <CLI/CLI.hpp>
#include <algorithm>
#include <nlohmann/json.hpp>

namespace hocket {
namespace {

using json = nlohmann::ordered_json;

struct explain_question {
    job_question job;
    place_question at;
    std::string machine, table, native;
    memory_question memory;
    bool crowded = false;
};

// The variables of this process count, as they would for a job; the options come before them.
settings settings_for(const explain_question& q)
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
    auto read = read_settings(env.data());
    if (read) return *std::move(read);
    auto what = read.error().what;
    if (!q.table.empty()) what = renamed(what, "HOCKET_TABLE: ", "--table: ");
    if (!q.machine.empty()) what = renamed(what, "HOCKET_MACHINE: ", "--machine: ");
    throw wrong_usage(what);
}

bool is_measured(const explain_question& q, const settings& by, const layout& where, const collective_job& job)
{
    auto* rules = node_table(by.native, q.crowded);
    return rules && rules->find(job.collective, where, job.bytes).exact;
}

// The fastest ones, as long as no choice would take them.
void add_passed_by(json& out, const std::string& collective, const std::vector<priced_candidate>& all, const place& at,
                   const std::string& chosen)
{
    for (auto& c : all) {
        if (c.spec == chosen) return;
        auto why = never_least_because(collective, c.spec, at);
        if (why.empty()) return;
        out.push_back({{"algorithm", c.spec}, {"why", why}});
    }
}

json excluded(const explain_question& q, const settings& by, bool measured)
{
    json out = json::array();
    if (!by.offers_multicast() && by.model.multicast.works())
        out.push_back({{"algorithm", "multicast"},
                       {"why", "whether the network copies packets is not known: HOCKET_MULTICAST is not set"}});
    if (q.native.empty())
        out.push_back({{"algorithm", "native"}, {"why", "which MPI it would be is not known; --native names one"}});
    if (q.at.nodes == 1 && !measured)
        out.push_back(
            {{"algorithm", "all but native"},
             {"why", "on one node measurements decide: of 2 to 16 ranks, beside MPICH 5 and Open MPI 5 (--native)"}});
    return out;
}

json priced(const std::vector<priced_candidate>& all, double bound, bool any_size)
{
    json out = json::array();
    for (auto& c : all) {
        out.push_back({{"algorithm", c.spec},
                       {"time_us", c.time},
                       {"bound_us", bound},
                       {"efficiency", c.time > 0 ? bound / c.time : 1}});
        if (any_size) out.back()["typical_us"] = c.typical;
    }
    return out;
}

const char* who_knows(const std::string& collective)
{
    return has_root(collective) ? "only the root knows how many bytes each rank has"
                                : "a rank knows only how many bytes it sends and gets itself";
}

json chosen(const explain_question& q, const decision& made, const place& at)
{
    json out{{"algorithm", made.plan.text}, {"reason", made.reason}, {"from_bytes", made.from}};
    out["to_bytes"] = made.to == UINT64_MAX ? json(nullptr) : json(made.to);
    if (made.plan.runs == way::own) out["time_us"] = predicted_us(q.job.collective, made.plan.text, at);
    if (irregular(q.job.collective))
        out["any_size"] = std::string(who_knows(q.job.collective)) +
                          ", so one choice holds for all sizes; candidates are compared by the geometric mean of their "
                          "times for blocks of 64 bytes to 256 KiB";
    return out;
}

json answer(const explain_question& q)
{
    if (q.crowded && q.at.nodes > 1) throw wrong_usage("--crowded is for ranks of one node: it goes with --nodes 1");
    auto where = q.at.where();
    auto job = q.job.job(where.ranks());
    auto by = settings_for(q);
    auto model = q.memory.on(by.model); // of candidates; inside one node measurements choose
    if (!q.native.empty()) by.native = need(find_native_library(q.native));
    chooser choosing(job.collective, by, where, {},
                     {.shared = q.memory.shm || where.nodes() == 1,
                      .single_copy = !q.memory.no_single_copy,
                      .crowded = q.crowded,
                      .around = demands_of(job, where).around,
                      .casts = by.offers_multicast()});
    auto& made = choosing(job.bytes);
    auto at = priced_for(job, where, model);
    at.casts = by.offers_multicast();
    auto others = candidates(job.collective, at, made.plan.text);
    auto none_of = excluded(q, by, is_measured(q, by, where, job));
    add_passed_by(none_of, job.collective, others, at, made.plan.text);
    double bound = kind_of(job.collective).bound(model, where, job);
    json all{{"schema", "hocket-explain-1"},
             {"collective", job.collective},
             {"machine", by.model.name},
             {"nodes", q.at.nodes},
             {"ppn", q.at.ppn},
             {"placement", q.at.placement},
             {"bytes", job.bytes},
             {"chosen", chosen(q, made, at)},
             {"candidates", priced(others, bound, irregular(job.collective))},
             {"excluded", none_of}};
    if (q.crowded) all["crowded"] = true;
    if (q.memory.shm) all["shm"] = q.memory.words();
    if (q.at.ranks > 0) all["ranks"] = q.at.ranks;
    double least = std::ranges::min(others, {}, &priced_candidate::time).time;
    if (!q.native.empty()) all["native"] = explain_native(q.native, job.collective, job.bytes, at, least);
    return all;
}

} // namespace

void add_explain_command(CLI::App& app, int& exit_code)
{
    auto* command = app.add_subcommand("explain", "Which algorithm would run, why, and what the others would take");
    auto q = std::make_shared<explain_question>();
    command->add_option("collective", q->job.collective, listed(own_collectives()))->required();
    q->job.add_bytes(*command);
    q->at.add_options(*command, 1'000'000, 1000);
    command->add_option("--machine", q->machine, "name or file");
    command->add_option("--table", q->table, "tuning table");
    command->add_flag("--crowded", q->crowded, "on one node: the ranks outnumber its processors");
    q->memory.add_options(*command);
    command->add_option("--native", q->native, "what this MPI library would run, such as mpich-5.0 or ompi-5.0");
    command->footer("Example: hocket-tool explain bcast --bytes 1221360 --nodes 512 --ppn 12");
    command->callback([q, &exit_code] { print_answer([&] { return answer(*q); }, exit_code); });
}

} // namespace hocket
