// SPDX-License-Identifier: BSD-3-Clause
#include "tool/simulate_question.hpp"
#include "catalogue/settled.hpp"
#include "tool/wrong_usage.hpp"
#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>

namespace hocket {
namespace {

// Where every node has one rank, an algorithm over nodes with a part across them is that part.
bool repeats_its_part(const std::string& collective, const std::string& text, const layout& where)
{
    auto& is = *find_row(collective, text.substr(0, text.find_first_of("(:")));
    return where.largest() == 1 && is.over_layout && std::ranges::count(is.parts, "across", &part::name) > 0;
}

void add_what_is_compared(CLI::App& command, simulate_question& q)
{
    command.add_option("--algorithm", q.algorithms, "SPEC, auto or all; may be repeated");
    command.add_flag("--grid", q.grid, "every declared value of every parameter");
    command.add_option("--native", q.native, "a row for what this MPI library would run, such as mpich-5.0");
    command.add_flag("--full", q.full, "do not give up runs over 4 times the best");
    command.add_option("--within", q.within, "leave out what is declared this many times the least declared time");
    command.add_option("--most-messages", q.most_messages, "leave out what sends more")->capture_default_str();
}

void add_how_it_runs(CLI::App& command, simulate_question& q)
{
    command.add_option("--repeat", q.repeat, "collectives in turn, without a barrier")->check(CLI::Range(1, 100'000));
    command.add_flag("--rotate-root", q.rotate_root, "each from the first rank of the next node");
    command.add_option("--noise-seeds", q.noise_seeds, "runs with the machine's noise")->check(CLI::Range(0, 1000));
    command.add_flag("--used-buffers", q.used_buffers, "users' buffers are not fresh memory, as in a benchmark's loop");
    command.add_option("--fresh-scratch", q.fresh_scratch,
                       "so many bytes of scratch at once are fresh memory each time");
    q.memory.add_options(command);
    command.add_flag("--progress", q.progress, "one line per algorithm on standard error");
    command.add_option("--trace", q.trace_file, "write the best run for Perfetto, with its critical path");
}

} // namespace

void simulate_question::add_options(CLI::App& command)
{
    job_question::add_options(command);
    add_bytes(command);
    command.add_option("--machine", machine, "name or file")->capture_default_str();
    at.add_options(command, 10'000'000, 100'000);
    add_what_is_compared(command, *this);
    add_how_it_runs(command, *this);
}

std::vector<std::string> simulate_question::asked_for(const std::string& choice) const
{
    std::vector<std::string> specs{choice};
    if (asks_for_all()) {
        auto where = at.where();
        for (auto& text : entries_of(collective))
            if (!repeats_its_part(collective, text, where)) specs.push_back(text);
        if (grid)
            for (auto& text : grid_of(collective, false)) specs.push_back(text);
        return specs;
    }
    specs.clear();
    for (auto& text : algorithms) {
        auto canonical = text == "auto" ? choice : need(canonical_spec(collective, text));
        if (canonical.find("native") != canonical.npos)
            throw wrong_usage(fmt::format("{} has no clock; --native NAME in explain prices a library's choice", text));
        specs.push_back(canonical);
    }
    return specs;
}

comparison_options simulate_question::options() const
{
    bool named = !asks_for_all(); // and therefore not left out
    comparison_options with{full, named ? 1e18 : most_messages, named ? 1e18 : within, noise_seeds, {}, {}, {}};
    with.memory.user_is_fresh = !used_buffers;
    if (!fresh_scratch.empty()) with.memory.fresh_scratch_from = need(parse_size(fresh_scratch));
    return with;
}

prepared_simulation::prepared_simulation(const simulate_question& q)
    : by(q.memory.on(need(find_machine(q.machine)))), where(q.at.where()), job(q.job(where.ranks()))
{
    job.repeat = q.repeat;
    job.rotate_root = q.rotate_root;
    if (q.rotate_root && !has_root(job.collective))
        throw wrong_usage("--rotate-root: " + job.collective + " has no root");
}

place prepared_simulation::at() const
{
    return priced_for(job, where, by);
}

} // namespace hocket
