// SPDX-License-Identifier: BSD-3-Clause
#include "choose/native_rules.hpp"
#include "choose/own_choice.hpp"
#include "simulate/perfetto.hpp"
#include "tool/commands.hpp"
#include "tool/simulate_question.hpp"
#include "tool/wrong_usage.hpp"
#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

namespace hocket {
namespace {

using json = nlohmann::ordered_json;

json row_as_json(const simulated_row& row, double bound)
{
    auto& t = row.times;
    json out{{"algorithm", row.algorithm},
             {"time_us", t.time},
             {"avg_us", t.average},
             {"root_us", t.root},
             {"bound_us", bound},
             {"declared_us", row.declared},
             {"rounds", row.rounds},
             {"messages", t.messages},
             {"bytes_busiest_nic", t.busiest_nic_bytes},
             {"abandoned", t.abandoned},
             {"extrapolated", t.extrapolated}};
    if (row.noisy) out["time_noisy_us"] = {{"median", row.noisy->median}, {"p95", row.noisy->p95}};
    return out;
}

void say(const simulated_row& row)
{
    std::cerr << fmt::format("{}{:.1f} us  {}\n", row.times.abandoned ? "> " : "", row.times.time, row.algorithm);
}

// What an MPI library would run there, as one of ours.
struct native_spec {
    std::string library, algorithm, spec;
};
native_spec native_row(const simulate_question& q, const prepared_simulation& with)
{
    if (q.native.empty()) return {};
    auto library = need(find_native_library(q.native));
    auto made = choose_native(library, q.collective, with.job.bytes, with.where);
    if (made.spec.empty())
        throw wrong_usage(
            fmt::format("{} would run {}, which is no algorithm of the catalogue", q.native, made.algorithm));
    auto bound = need(bind_algorithm(q.collective, std::string_view(made.spec), with.at()));
    return {library.name, made.algorithm, bound.text};
}

// The fastest one once more, with everything written down.
void write_trace(const prepared_simulation& with, const std::string& algorithm, simulation_options options,
                 const std::string& file)
{
    auto how = need(bind_algorithm(with.job.collective, std::string_view(algorithm), with.at()));
    double messages = how.declared(with.at().as_problem()).messages * with.job.repeat;
    if (messages > 4e6)
        throw wrong_usage(fmt::format("a trace of {:.0f} messages is too long; at most 4000000", messages));
    trace seen;
    simulator on(with.by, with.where);
    options.into = &seen;
    run_job(on, with.where, how, with.job, 0, options);
    std::ofstream out(file);
    write_perfetto(out, seen, with.where, algorithm);
    if (!out.flush()) throw wrong_usage(fmt::format("cannot write \"{}\"", file));
}

json question_as_json(const simulate_question& q, const prepared_simulation& with)
{
    json out{{"schema", "hocket-simulate-1"},
             {"collective", q.collective},
             {"machine", with.by.name},
             {"nodes", q.at.nodes},
             {"ppn", q.at.ppn},
             {"placement", q.at.placement},
             {"bytes", with.job.bytes},
             {"root", q.root}};
    if (q.memory.shm) out["shm"] = q.memory.words();
    if (q.at.ranks > 0) out["ranks"] = q.at.ranks;
    if (has_unequal_blocks(q.collective)) out["counts"] = q.counts, out["seed"] = q.seed;
    out["repeat"] = q.repeat;
    out["rotate_root"] = q.rotate_root;
    return out;
}

const simulated_row* best_of(const std::vector<simulated_row>& rows)
{
    const simulated_row* best = nullptr;
    for (auto& row : rows) {
        if (row.times.trouble) throw wrong_usage(row.algorithm + ": " + *row.times.trouble);
        if (!row.times.abandoned && (!best || row.times.time < best->times.time)) best = &row;
    }
    if (!best) throw wrong_usage("nothing was left to simulate: --within or --most-messages leaves out everything");
    return best;
}

// What was asked for by name is not left out in silence.
void need_suited(const simulate_question& q, const prepared_simulation& with, const std::vector<std::string>& specs)
{
    if (q.asks_for_all()) return;
    for (auto& text : specs) need(bind_algorithm(q.collective, std::string_view(text), with.at()));
}

json answer(const simulate_question& q)
{
    prepared_simulation with(q);
    auto choice =
        choose_own(q.collective, with.by, with.where, with.job.bytes, demands_of(with.job, with.where)).algorithm;
    auto options = q.options();
    json left_out = json::array();
    options.left_out = [&](auto& algorithm, auto& why) {
        left_out.push_back({{"algorithm", algorithm}, {"why", why}});
    };
    if (q.progress) options.heard = say;
    auto theirs = native_row(q, with);
    auto specs = q.asked_for(choice);
    if (!theirs.spec.empty()) specs.push_back(theirs.spec);
    need_suited(q, with, specs);
    auto rows = compare(with.by, with.at(), with.job, specs, options);
    auto* best = best_of(rows);
    double bound = kind_of(q.collective).bound(with.by, with.where, with.job);
    json results = json::array();
    for (auto& row : rows) results.push_back(row_as_json(row, bound));
    if (!q.trace_file.empty()) write_trace(with, best->algorithm, options.memory, q.trace_file);
    auto out = question_as_json(q, with);
    out["results"] = results;
    out["left_out"] = left_out;
    if (std::ranges::count(rows, choice, &simulated_row::algorithm)) out["auto"] = choice;
    out["best"] = best->algorithm;
    if (!q.native.empty())
        out["native"] = {{"library", theirs.library}, {"algorithm", theirs.algorithm}, {"spec", theirs.spec}};
    return out;
}

} // namespace

void add_simulate_command(CLI::App& app, int& exit_code)
{
    auto* command = app.add_subcommand("simulate", "Predicted times on virtual ranks under a machine model");
    auto q = std::make_shared<simulate_question>();
    q->add_options(*command);
    command->footer(
        "Example: hocket-tool simulate bcast --machine aurora --nodes 512 --ppn 12 --bytes 1221360\n"
        "         hocket-tool simulate scatterv --machine efa-100g --nodes 16 --ppn 64 --bytes 8K --counts zipf");
    command->callback([q, &exit_code] { print_answer([&] { return answer(*q); }, exit_code); });
}

} // namespace hocket
