// SPDX-License-Identifier: BSD-3-Clause
#include "base/words.hpp"
#include "catalogue/spec.hpp"
#include "shapes/graphs.hpp"
#include "tool/check_print.hpp"
#include "tool/commands.hpp"
#include "tool/number_list.hpp"
#include "tool/wrong_usage.hpp"
#include "world/block_counts.hpp"
#include "world/check.hpp"
#include "world/check_plan.hpp"
#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <iostream>
#include <sys/ioctl.h>
#include <unistd.h>

namespace hocket {
namespace {

using words = std::vector<std::string>;

struct check_question {
    words collectives;
    std::string ranks = "1-33", roots;
    words layouts, bytes, counts, graphs, orders;
    bool text = false, as_json = false, progress = false;
    check_options by;
};

void need_one_of(const std::string& kind, const words& given, const words& valid)
{
    for (auto& word : given) {
        if (std::ranges::count(valid, word)) continue;
        throw wrong_usage(fmt::format("unknown {} \"{}\"; valid: {}", kind, word, listed(valid)));
    }
}

// What is longer than the terminal's line could not be taken back.
void show_in_one_line(const std::string& what)
{
    winsize is{};
    bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &is) == 0 && is.ws_col > 1;
    std::cerr << "\r\033[K" << what.substr(0, known ? is.ws_col - 1u : what.size());
}

check_options options_of(const check_question& q)
{
    auto by = q.by;
    need_one_of("collective", q.collectives, own_collectives());
    by.collectives = q.collectives;
    need_one_of("layout", q.layouts, all_layout_names());
    by.layouts = q.layouts;
    need_one_of("distribution of counts", q.counts, counts_names());
    by.counts = q.counts;
    need_one_of("topology", q.graphs, {graph_names.begin(), graph_names.end()});
    by.graphs = q.graphs;
    by.ranks = need(number_list(q.ranks, 1, 100'000));
    if (!q.roots.empty()) by.roots = need(number_list(q.roots, 0, 100'000));
    for (auto& size : q.bytes) by.bytes.push_back(std::size_t(need(parse_size(size))));
    for (auto& name : q.orders)
        if (name != "clock" && !order_by_name(name, layout::block(1, 1)))
            throw wrong_usage(fmt::format("unknown order \"{}\"; valid: fifo, clock, seed:N, lossy:N", name));
    by.orders = q.orders;
    if (q.progress) by.progress = [](const std::string& what) { std::cerr << "checking " << what << '\n'; };
    else if (isatty(STDERR_FILENO)) by.progress = show_in_one_line;
    return by;
}

std::string nothing_left(const check_question& q)
{
    if (q.roots.empty())
        return "nothing to check: --counts disagree needs an algorithm that tells the sizes (flat and all-at-once do "
               "not), and where blocks may differ there is no --orders clock";
    return fmt::format("nothing to check: no root of --roots {} is among --ranks {}", q.roots, q.ranks);
}

void run(const check_question& q, int& exit_code)
{
    try {
        auto by = options_of(q);
        auto report = check(need(candidates_of(by)), by);
        if (by.progress && !q.progress) std::cerr << "\r\033[K";
        if (report.checks == 0 && report.skipped.empty()) throw wrong_usage(nothing_left(q));
        if (q.text) {
            print_text(report, std::cout);
        } else {
            print_summary(report, std::cerr);
            print_json(report, std::cout);
        }
        exit_code = report.failures.empty() ? 0 : 1;
    } catch (const wrong_usage& e) {
        std::cerr << "hocket: " << e.what() << '\n';
        exit_code = 2;
    }
}

constexpr auto about =
    "Runs every algorithm on virtual ranks in one thread and holds it against the definition of its collective: "
    "strict rendezvous, matching, lengths, buffers, data. Up to 8 ranks all combinations of layout, root, bytes, "
    "counts "
    "and order run; beyond, a seeded sample in which every pair of layout and root, every other value once occur "
    "(--full: all). Exit status: 0, 1 a check failed, 2 wrong usage.";

} // namespace

void add_check_command(CLI::App& app, int& exit_code)
{
    auto* command = app.add_subcommand("check", about);
    auto q = std::make_shared<check_question>();
    auto listed = [&](const char* name, words& into, const char* help) {
        command->add_option(name, into, help)->delimiter(',')->allow_extra_args(false);
    };
    command->add_option("collective", q->collectives,
                        fmt::format("{}; default: all", fmt::join(own_collectives(), ", ")));
    command->add_option("--algorithm", q->by.algorithms, "SPEC, may be repeated; default: the whole catalogue")
        ->allow_extra_args(false);
    command->add_option("--ranks", q->ranks, "such as 1-64 or 2,3,5")->capture_default_str();
    command->add_option("--roots", q->roots,
                        "of a barrier: who comes late; default: 0, 1, p/2, p-1, one that leads no node, a random one");
    listed("--layouts", q->layouts,
           "one, regular, uneven, cyclic, sockets, apart (a node for each rank); default: all but that");
    listed("--bytes", q->bytes,
           "sizes such as 4099 or 8K; of a block in gather, scatter, allgather, alltoall and reduce_scatter_block, on "
           "average in gatherv, scatterv, alltoallv and alltoallw; default: 0, e, 7e, 64e, 1000e and 9000 of those, "
           "else 0, e, (p-1)e, pe, (p+1)e, 4099 "
           "and 70001 (not if exhaustive); e: 1, in reductions 16");
    listed("--counts", q->counts,
           "of v-forms, alltoallw and reduce_scatter: equal, random, one-giant, all-giant, zipf, zeros; of gatherv "
           "and scatterv also disagree (a rank has not what the root expects, and has to be named); default: all");
    listed(
        "--graphs", q->graphs,
        fmt::format("topologies of neighborhood collectives: {}; default: all", fmt::join(graph_names, ", ")).c_str());
    listed(
        "--orders", q->orders,
        "of completion: fifo, seed:N, clock (declared costs against counted ones), lossy:N (as seed:N, on a network "
        "that copies packets to all nodes, and loses up to 30 % of them, doubles, delays and damages some, as N draws "
        "it); default: fifo,seed:1,seed:2");
    command->add_flag("--exhaustive", q->by.exhaustive, "all orders of completion; for few ranks");
    command->add_option("--executions", q->by.executions, "at most so many per exhaustive check")
        ->capture_default_str();
    command->add_flag("--full", q->by.full, "all combinations, no sample");
    command->add_option("--seed", q->by.seed, "of the sample, random roots, counts and places, the uneven layout")
        ->capture_default_str();
    auto* text = command->add_flag("--text", q->text, "a summary for people instead of JSON");
    command->add_flag("--json", q->as_json, "JSON on standard output (default)")->excludes(text);
    command->add_flag("--progress", q->progress, "say on standard error what is being checked");
    command->footer("Example: hocket-tool check bcast --algorithm knomial:k=4 --ranks 1-16 --layouts cyclic");
    command->callback([q, &exit_code] { run(*q, exit_code); });
}

} // namespace hocket
