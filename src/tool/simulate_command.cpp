// SPDX-License-Identifier: BSD-3-Clause
#include "choose/native_rules.hpp"
#include "choose/own_choice.hpp"
#include "simulate/compare.hpp"
#include "simulate/perfetto.hpp"
#include "tool/commands.hpp"
#include "tool/wrong_usage.hpp"
#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

namespace hocket {
namespace {

using json = nlohmann::ordered_json;

struct question {
    std::string collective, bytes, machine = "standard", trace_file, native;
    std::vector<std::string> algorithms;
    int nodes = 1, ppn = 1, root = 0, repeat = 1, noise_seeds = 0;
    double within = 1e18, most_messages = 2e8;
    bool rotate_root = false, full = false, grid = false, progress = false;
};

struct prepared {
    machine by;
    layout where;
    bcast_job job;
    place at() const { return priced_place(where, job.bytes, by); }
};

prepared prepare(const question& q)
{
    if (q.collective != "bcast")
        throw wrong_usage(fmt::format("unknown collective \"{}\"; valid: bcast", q.collective));
    if ((long long)q.nodes * q.ppn > 20'000'000) throw wrong_usage("more than 20 000 000 ranks");
    if (q.root < 0 || q.root >= q.nodes * q.ppn)
        throw wrong_usage(fmt::format("root {} of {} ranks", q.root, q.nodes * q.ppn));
    auto n = need(parse_size(q.bytes));
    if (n > std::size_t(1) << 40) throw wrong_usage("more than 1 TiB");
    return {need(find_machine(q.machine)), layout::block(q.nodes * q.ppn, q.ppn), {n, q.root, q.repeat, q.rotate_root}};
}

bool asks_for_all(const question& q)
{
    return q.algorithms.empty() || q.algorithms == std::vector<std::string>{"all"};
}

// What --algorithm names; nothing or "all": every entry, and the choice.
std::vector<std::string> asked_for(const question& q, const std::string& choice)
{
    std::vector<std::string> specs{choice};
    if (asks_for_all(q)) {
        for (auto& text : bcast_entries()) specs.push_back(text);
        if (q.grid)
            for (auto& text : bcast_grid(false)) specs.push_back(text);
        return specs;
    }
    specs.clear();
    for (auto& text : q.algorithms) {
        auto canonical = text == "auto" ? choice : need(canonical_bcast(text));
        if (canonical.find("native") != canonical.npos)
            throw wrong_usage(fmt::format("{} has no clock; --native NAME in explain prices a library's choice", text));
        specs.push_back(canonical);
    }
    return specs;
}

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
native_spec native_row(const question& q, const prepared& with)
{
    if (q.native.empty()) return {};
    auto library = need(find_native_library(q.native));
    auto made = choose_native(library, q.collective, with.job.bytes, with.where);
    if (made.spec.empty())
        throw wrong_usage(
            fmt::format("{} would run {}, which is no algorithm of the catalogue", q.native, made.algorithm));
    auto bound = need(bind_bcast(std::string_view(made.spec), with.at()));
    return {library.name, made.algorithm, bound.text};
}

// The fastest one once more, with everything written down.
void write_trace(const prepared& with, const std::string& algorithm, const std::string& file)
{
    auto how = need(bind_bcast(std::string_view(algorithm), with.at()));
    double messages = how.run->declared(with.at().as_problem()).messages * with.job.repeat;
    if (messages > 4e6)
        throw wrong_usage(fmt::format("a trace of {:.0f} messages is too long; at most 4000000", messages));
    trace seen;
    simulator on(with.by, with.where);
    run_bcast(on, with.where, *how.run, with.job, 0, {.into = &seen});
    std::ofstream out(file);
    write_perfetto(out, seen, with.where, algorithm);
    if (!out.flush()) throw wrong_usage(fmt::format("cannot write \"{}\"", file));
}

json answer(const question& q)
{
    auto with = prepare(q);
    auto choice = choose_own(with.by, with.where, with.job.bytes).algorithm;
    bool named = !asks_for_all(q); // and therefore not left out
    comparison_options options{q.full, named ? 1e18 : q.most_messages, named ? 1e18 : q.within, q.noise_seeds, {}, {}};
    json left_out = json::array();
    options.left_out = [&](auto& algorithm, auto& why) {
        left_out.push_back({{"algorithm", algorithm}, {"why", why}});
    };
    if (q.progress) options.heard = say;
    auto theirs = native_row(q, with);
    auto specs = asked_for(q, choice);
    if (!theirs.spec.empty()) specs.push_back(theirs.spec);
    auto rows = compare_bcasts(with.by, with.at(), with.job, specs, options);
    double bound = bcast_bound(with.by, with.where, double(with.job.bytes));
    json results = json::array();
    const simulated_row* best = nullptr;
    bool has_choice = false;
    for (auto& row : rows) {
        if (row.times.trouble) throw wrong_usage(row.algorithm + ": " + *row.times.trouble);
        results.push_back(row_as_json(row, bound));
        has_choice |= row.algorithm == choice;
        if (!row.times.abandoned && (!best || row.times.time < best->times.time)) best = &row;
    }
    if (!best) throw wrong_usage("nothing was left to simulate: --within or --most-messages leaves out everything");
    if (!q.trace_file.empty()) write_trace(with, best->algorithm, q.trace_file);
    json out{{"schema", "hocket-simulate-1"},
             {"collective", q.collective},
             {"machine", with.by.name},
             {"nodes", q.nodes},
             {"ppn", q.ppn},
             {"bytes", with.job.bytes},
             {"repeat", q.repeat},
             {"rotate_root", q.rotate_root},
             {"results", results}};
    out["left_out"] = left_out;
    if (has_choice) out["auto"] = choice;
    out["best"] = best->algorithm;
    if (!q.native.empty())
        out["native"] = {{"library", theirs.library}, {"algorithm", theirs.algorithm}, {"spec", theirs.spec}};
    return out;
}

} // namespace

void add_simulate_command(CLI::App& app, int& exit_code)
{
    auto* command = app.add_subcommand("simulate", "Predicted times on virtual ranks under a machine model");
    auto q = std::make_shared<question>();
    command->add_option("collective", q->collective)->required();
    command->add_option("--machine", q->machine, "name or file")->capture_default_str();
    command->add_option("--nodes", q->nodes)->required()->check(CLI::Range(1, 10'000'000));
    command->add_option("--ppn", q->ppn, "ranks per node")->required()->check(CLI::Range(1, 100'000));
    command->add_option("--bytes", q->bytes, "size, with K, M or G")->required();
    command->add_option("--algorithm", q->algorithms, "SPEC, auto or all; may be repeated");
    command->add_option("--root", q->root);
    command->add_option("--repeat", q->repeat, "broadcasts in turn, without a barrier")->check(CLI::Range(1, 100'000));
    command->add_flag("--rotate-root", q->rotate_root, "each from the first rank of the next node");
    command->add_option("--noise-seeds", q->noise_seeds, "runs with the machine's noise")->check(CLI::Range(0, 1000));
    command->add_option("--native", q->native, "a row for what this MPI library would run, such as mpich-5.0");
    command->add_flag("--full", q->full, "do not give up runs over 4 times the best");
    command->add_option("--within", q->within, "leave out what is declared this many times the least declared time");
    command->add_option("--most-messages", q->most_messages, "leave out what sends more")->capture_default_str();
    command->add_flag("--grid", q->grid, "every declared value of every parameter");
    command->add_flag("--progress", q->progress, "one line per algorithm on standard error");
    command->add_option("--trace", q->trace_file, "write the best run for Perfetto, with its critical path");
    command->footer("Example: hocket-tool simulate bcast --machine aurora --nodes 512 --ppn 12 --bytes 1221360");
    command->callback([q, &exit_code] { print_answer([&] { return answer(*q); }, exit_code); });
}

} // namespace hocket
