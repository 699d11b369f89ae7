// SPDX-License-Identifier: BSD-3-Clause
#include "bench/recipes.hpp"

namespace hocket::bench {
namespace {

using enum among;
constexpr amount block, in_a_node{0, 1}, of_each_node{1, 0}, of_all{1, 1}, of_all_in_a_node{1, 2}, of_two_nodes{0, 2},
    part{0, -1};

// All blocks, by rank or one node after the other, or one lane after the other.
int node_by_node(const levels& by, int k)
{
    return by.rank_at(k);
}
int back_from_nodes(const levels& by, int rank)
{
    return by.number_of(rank);
}
int lane_by_lane(const levels& by, int k)
{
    return by.rank_at(k % by.nodes() * by.places() + k / by.nodes());
}
int back_from_lanes(const levels& by, int rank)
{
    int number = by.number_of(rank);
    return number % by.places() * by.nodes() + number / by.places();
}

// An alltoall's at a leader: from each of its node to all ranks; from all to each of its node.
int from_node_to_nodes(const levels& by, int k)
{
    int to = k % by.places(), from = k / by.places() % by.places(), node = k / by.places() / by.places();
    return from * by.ranks() + by.rank_at(node * by.places() + to);
}
int from_nodes_to_node(const levels& by, int k)
{
    return by.number_of(k % by.ranks()) * by.places() + k / by.ranks();
}
// At each rank: from its node to its lane, by sender.
int from_node_to_lane(const levels& by, int k)
{
    return k % by.places() * by.nodes() + k / by.places();
}

std::vector<recipe> through_leaders()
{
    return {
        {"barrier", {{nodes, block, call::barrier}, {leaders, block, call::barrier}, {nodes, block, call::barrier}}},
        {"bcast", {{leaders, block, call::bcast}, {nodes, block, call::bcast}}},
        {"gather", {{nodes, block, call::gather}, {leaders, in_a_node, call::gather}, {root, of_all, back_from_nodes}}},
        {"scatter", {{root, of_all, node_by_node}, {leaders, in_a_node, call::scatter}, {nodes, block, call::scatter}}},
        {"allgather",
         {{nodes, block, call::gather},
          {leaders, in_a_node, call::allgather},
          {leaders, of_all, back_from_nodes},
          {nodes, of_all, call::bcast}}},
        {"alltoall",
         {{nodes, of_all, call::gather},
          {leaders, of_all_in_a_node, from_node_to_nodes},
          {leaders, of_two_nodes, call::alltoall},
          {leaders, of_all_in_a_node, from_nodes_to_node},
          {nodes, of_all, call::scatter}}},
        {"reduce", {{nodes, block, call::reduce}, {leaders, block, call::reduce}}},
        {"allreduce", {{nodes, block, call::reduce}, {leaders, block, call::allreduce}, {nodes, block, call::bcast}}},
        {"reduce_scatter_block",
         {{nodes, of_all, call::reduce},
          {leaders, of_all, node_by_node},
          {leaders, in_a_node, call::reduce_scatter_block},
          {nodes, block, call::scatter}}},
        {"scan", {{nodes, block, call::reduce}, {leaders, block, call::exscan}, {nodes, block, call::bcast}}},
        {"exscan", {{nodes, block, call::reduce}, {leaders, block, call::exscan}, {nodes, block, call::bcast}}},
    };
}

std::vector<recipe> in_lanes()
{
    std::vector<step> before{
        {nodes, part, call::reduce_scatter_block}, {lanes, part, call::exscan}, {nodes, part, call::allgather}};
    return {
        {"barrier", {{nodes, block, call::barrier}, {lanes, block, call::barrier}}},
        {"bcast",
         {{first_node, part, call::scatter}, {lanes, part, call::bcast}, {nodes, part, call::allgather}},
         true},
        {"gather",
         {{lanes, block, call::gather}, {first_node, of_each_node, call::gather}, {root, of_all, back_from_lanes}}},
        {"scatter",
         {{root, of_all, lane_by_lane}, {first_node, of_each_node, call::scatter}, {lanes, block, call::scatter}}},
        {"allgather",
         {{lanes, block, call::allgather}, {nodes, of_each_node, call::allgather}, {nodes, of_all, back_from_lanes}}},
        {"alltoall",
         {{nodes, of_all, lane_by_lane},
          {nodes, of_each_node, call::alltoall},
          {nodes, of_all, from_node_to_lane},
          {lanes, in_a_node, call::alltoall},
          {nodes, of_all, back_from_nodes}}},
        {"reduce",
         {{nodes, part, call::reduce_scatter_block}, {lanes, part, call::reduce}, {first_node, part, call::gather}},
         true},
        {"allreduce",
         {{nodes, part, call::reduce_scatter_block}, {lanes, part, call::allreduce}, {nodes, part, call::allgather}},
         true},
        {"reduce_scatter_block",
         {{nodes, of_all, lane_by_lane},
          {nodes, of_each_node, call::reduce_scatter_block},
          {lanes, block, call::reduce_scatter_block}}},
        {"scan", before, true},
        {"exscan", before, true},
    };
}

std::vector<recipe> both()
{
    auto all = through_leaders();
    for (auto& one : in_lanes()) all.push_back(one);
    return all;
}

} // namespace

recipe::recipe(std::string_view about, std::vector<step> made_of, bool only_divided)
    : collective(about), steps(std::move(made_of)), divided(only_divided)
{
    if (prefix()) name = (collective == "scan" ? "Scan in nodes + " : "Exscan in nodes + ");
    name += name_of(steps);
}

bool recipe::rooted() const
{
    return collective == "bcast" || collective == "gather" || collective == "scatter" || collective == "reduce";
}

const std::vector<recipe>& recipes()
{
    static const std::vector<recipe> all = both();
    return all;
}

} // namespace hocket::bench
