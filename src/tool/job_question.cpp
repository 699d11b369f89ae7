// SPDX-License-Identifier: BSD-3-Clause
#include "tool/job_question.hpp"
#include "base/words.hpp"
#include "choose/own_choice.hpp"
#include "shapes/graphs.hpp"
#include "simulate/job_cut.hpp"
#include "simulate/neighbor_job.hpp"
#include "tool/wrong_usage.hpp"
#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace hocket {
namespace {

constexpr int most_neighbors = 100'000; // ranks of a topology
constexpr std::size_t most_bytes = std::size_t(1) << 40; // simulated addresses reach that far

std::vector<std::string> simulated_counts()
{
    return {distribution_names.begin(), distribution_names.end()};
}

} // namespace

void need_collective(const std::string& name)
{
    auto& known = own_collectives();
    if (std::ranges::count(known, name)) return;
    throw wrong_usage(
        fmt::format("unknown collective \"{}\"; nearest: {}; valid: {}", name, nearest(name, known), listed(known)));
}

void job_question::add_options(CLI::App& command)
{
    command.add_option("collective", collective, listed(own_collectives()))->required();
    command.add_option("--root", root, "rank of the (first) root, where there is one")->capture_default_str();
    command.add_option("--counts", counts, "how blocks differ, where they may: " + listed(simulated_counts()))
        ->capture_default_str();
    command
        .add_option("--graph", graph,
                    fmt::format("the topology of a neighborhood collective: {}", fmt::join(graph_names, ", ")))
        ->capture_default_str();
    command.add_option("--counts-seed", seed, "of --counts and --graph")->capture_default_str();
}

void job_question::add_bytes(CLI::App& command)
{
    command
        .add_option("--bytes", bytes,
                    "size with K, M or G: of the vector; of a block (gather, scatter, allgather, alltoall, "
                    "reduce_scatter_block), of the mean block (gatherv, scatterv, alltoallv, alltoallw), of all "
                    "(allgatherv, reduce_scatter); none for barrier")
        ->default_str(usual_bytes);
}

void job_question::check_root(int ranks) const
{
    if (root != 0 && !has_root(collective))
        throw wrong_usage(fmt::format("--root {}: {} has no root", root, collective));
    if (root < 0 || root >= ranks)
        throw wrong_usage(fmt::format("--root {}: valid are 0 to {} for {} ranks", root, ranks - 1, ranks));
}

void job_question::check_counts() const
{
    if (!is_distribution(counts))
        throw wrong_usage(fmt::format("--counts {}: nearest: {}; valid: {}", counts,
                                      nearest(counts, simulated_counts()), listed(simulated_counts())));
    if (counts != "equal" && !has_unequal_blocks(collective))
        throw wrong_usage(fmt::format("--counts {}: all ranks of a {} have the same", counts, collective));
}

void job_question::check_graph(int ranks) const
{
    std::vector<std::string> names(graph_names.begin(), graph_names.end());
    if (!is_graph(graph))
        throw wrong_usage(
            fmt::format("--graph {}: nearest: {}; valid: {}", graph, nearest(graph, names), listed(names)));
    if (has_neighbors(collective) && ranks > most_neighbors)
        throw wrong_usage(fmt::format("{} ranks: a topology is laid out for {} at most", ranks, most_neighbors));
}

std::size_t job_question::size(int ranks) const
{
    auto& text = bytes.empty() ? usual_bytes : bytes;
    bool none = collective == "barrier";
    if (none && bytes.empty()) return 0;
    if (text.empty()) throw wrong_usage("--bytes is required");
    auto n = need(parse_size(text));
    if (none && n > 0) throw wrong_usage(fmt::format("--bytes {}: a barrier has none", text));
    if (double(n) > 1e18 || whole_vector(collective, double(n), ranks) > double(most_bytes))
        throw wrong_usage(fmt::format("--bytes {}: more than 1 TiB in all", text));
    return n;
}

collective_job job_question::job(int ranks) const
{
    need_collective(collective);
    check_root(ranks);
    check_counts();
    check_graph(ranks);
    return {
        .collective = collective, .bytes = size(ranks), .root = root, .counts = counts, .graph = graph, .seed = seed};
}

std::string bytes_of_what(const collective_job& job)
{
    bool by_pair = job.collective.starts_with("alltoall"), by_rank = whole_vector(job.collective, 1, 2) > 1;
    std::string of = by_pair ? " a pair" : by_rank ? " a rank" : "";
    if (job.counts == "equal") return of;
    return fmt::format("{} {} ({})", of, of.empty() ? "in all" : "on average", job.counts);
}

demands demands_of(const collective_job& job, const layout& where)
{
    demands like;
    if (has_neighbors(job.collective)) like.around = &topology_of(job, where)->routes.load;
    return like;
}

place priced_for(const collective_job& job, const layout& where, const machine& by)
{
    auto at = priced_place(job.collective, where, job.bytes, by, demands_of(job, where));
    at.element = double(element_of(job));
    return at;
}

void place_question::add_options(CLI::App& command, int most_nodes, int most_ppn)
{
    command.add_option("--nodes", nodes)->required()->check(CLI::Range(1, most_nodes));
    command.add_option("--ppn", ppn, "ranks per node")->required()->check(CLI::Range(1, most_ppn));
    command.add_option("--ranks", ranks, "fewer than nodes x ppn: the last ones are left out")
        ->check(CLI::PositiveNumber);
    command.add_option("--placement", placement, "by-slot: neighbours share a node; by-node: dealt out in turn")
        ->check(CLI::IsMember({"by-slot", "by-node"}))
        ->capture_default_str();
}

layout place_question::where() const
{
    if ((long long)nodes * ppn > 20'000'000) throw wrong_usage("more than 20 000 000 ranks");
    bool dealt = placement == "by-node";
    int most = nodes * ppn, all = ranks == 0 ? most : ranks, least = dealt ? most - nodes + 1 : most - ppn + 1;
    if (all < least || all > most)
        throw wrong_usage(
            fmt::format("--ranks {}: {} nodes of {} ranks, none empty, are {} to {}", all, nodes, ppn, least, most));
    return dealt ? layout::cyclic(all, nodes) : layout::block(all, ppn);
}

void memory_question::add_options(CLI::App& command)
{
    auto* shared = command.add_flag("--shm", shm, "messages inside nodes go through memory that their ranks share");
    command.add_flag("--no-single-copy", no_single_copy, "long ones are copied into it and out of it")->needs(shared);
}

machine memory_question::on(const machine& by) const
{
    return shm ? need(by.sharing_memory(!no_single_copy)) : by;
}

} // namespace hocket
