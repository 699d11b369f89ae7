// SPDX-License-Identifier: BSD-3-Clause
// Of collectives in which every rank has bytes: what passes between the nodes, whoever combines or forwards it.
#include "simulate/bounds.hpp"
#include "simulate/job_calls.hpp"
#include "simulate/job_cut.hpp"
#include "simulate/neighbor_job.hpp"
#include <algorithm>
#include <set>

namespace hocket {
namespace {

// Bytes that some node has to take from others and to give to others at the least.
struct crossing {
    double in = 0, out = 0;
};

double crossing_bound(const machine& by, crossing n)
{
    double count = by.nic.count;
    auto through = [&](double bytes, double GBps) {
        return bytes > 0 ? by.network.latency_us + bytes * per_byte(count * GBps) : 0;
    };
    return std::max(through(n.in, by.nic.in_GBps), through(n.out, by.nic.out_GBps));
}

// `inside`: of a job on one node, bytes that somebody has to get through its memory.
double vector_bound(const machine& by, const layout& where, crossing between, double inside)
{
    double bytes = where.nodes() > 1 ? crossing_bound(by, between) : inside * per_byte(by.memory_GBps);
    return std::max(telling_bound(by, where), bytes);
}

// One rank at least does its share of the combinations that each number needs.
double work_bound(const machine& by, const layout& where, int combinations, double n)
{
    return n * combinations / where.ranks() * per_byte(by.reduce("any"));
}

// n: bytes of the vectors that are combined.
double reduction_bound(const machine& by, const layout& where, crossing between, double inside, double n)
{
    return std::max(vector_bound(by, where, between, inside), work_bound(by, where, where.ranks() - 1, n));
}

// Messages share a memory as it is when each departs, so that somewhat more than its rate may pass.
constexpr double memory_margin = 1.15;

// So many bytes have to be taken by ranks somewhere: through the memories of the nodes, from the latency there on, and
// through their interfaces, from that of the network on, all at their full rates. Where one has no limit, nothing is
// said.
double taking_bound(const machine& by, const layout& where, double n)
{
    bool spans = where.nodes() > 1;
    double memory = memory_margin * by.memory_GBps, nics = spans ? by.nic.count * by.nic.in_GBps : 0;
    if (memory == 0 || (spans && nics == 0)) return 0;
    double each = n * per_byte(1) / where.nodes(), near = by.node.latency_us, far = by.network.latency_us;
    double alone = !spans || near <= far ? near + each / memory : far + each / nics; // what begins first
    if (!spans || alone <= std::max(near, far)) return alone;
    return (each + memory * near + nics * far) / (memory + nics);
}

std::vector<double> bytes_of_nodes(const layout& where, const job_cut& cut)
{
    std::vector<double> all(std::size_t(where.nodes()));
    auto blocks = cut.blocks();
    for (int r = 0; r < where.ranks(); ++r) all[std::size_t(where.node_of(r))] += double(blocks[std::size_t(r)]);
    return all;
}

double unequal_alltoall_bound(const machine& by, const layout& where,
                              const std::vector<std::vector<std::size_t>>& sizes)
{
    std::vector<crossing> of(std::size_t(where.nodes()));
    double inside = 0;
    for (int r = 0; r < where.ranks(); ++r)
        for (int i = 0; i < where.ranks(); ++i) {
            double n = double(sizes[std::size_t(r)][std::size_t(i)]);
            int from = where.node_of(r), to = where.node_of(i);
            if (from != to) of[std::size_t(from)].out += n, of[std::size_t(to)].in += n;
            else if (r != i) inside += n;
        }
    crossing most;
    for (auto& node : of) most = {std::max(most.in, node.in), std::max(most.out, node.out)};
    // nothing has to be told to a rank to which nobody sends
    return where.nodes() > 1 ? crossing_bound(by, most) : inside * per_byte(by.memory_GBps);
}

} // namespace

// A node takes what is not its own, and gives its own away once.
double allgather_bound(const machine& by, const layout& where, const collective_job& job)
{
    job_cut cut(job, where.ranks());
    double total = double(cut.cut().total());
    if (where.ranks() == 1 || total == 0) return 0;
    auto own = bytes_of_nodes(where, cut);
    crossing between{total - std::ranges::min(own), std::ranges::max(own)};
    return vector_bound(by, where, between, total - double(cut.cut().largest()));
}

// The root's node takes one vector of combined numbers, the others give one each.
double reduce_bound(const machine& by, const layout& where, const collective_job& job)
{
    double n = double(job.bytes);
    if (where.ranks() == 1 || n == 0) return 0;
    return reduction_bound(by, where, {n, n}, n, n);
}

// All nodes know each number only after 2 (nodes - 1) messages (one-way gossip, Harary and Schwenk 1974); one of them
// takes and one of them gives the mean at least. All ranks know it only after 2 (ranks - 1).
double allreduce_bound(const machine& by, const layout& where, const collective_job& job)
{
    double n = double(job.bytes), nodes = where.nodes(), each = 2 * (nodes - 1) / nodes * n;
    if (where.ranks() == 1 || n == 0) return 0;
    double taken = taking_bound(by, where, 2 * (where.ranks() - 1.0) * n);
    return std::max(taken, reduction_bound(by, where, {each, each}, n, n));
}

// A node gives its part of all blocks that are not its own; for each number all but one node give, so one takes the
// mean at least.
double reduce_scatter_bound(const machine& by, const layout& where, const collective_job& job)
{
    job_cut cut(job, where.ranks());
    double total = double(cut.cut().total()), nodes = where.nodes();
    if (where.ranks() == 1 || total == 0) return 0;
    crossing between{(nodes - 1) / nodes * total, total - std::ranges::min(bytes_of_nodes(where, cut))};
    return reduction_bound(by, where, between, total - double(cut.cut().largest()), total);
}

// A node gives what its ranks have for ranks elsewhere, and takes what these have for its own.
double alltoall_bound(const machine& by, const layout& where, const collective_job& job)
{
    if (where.ranks() == 1 || job.bytes == 0) return 0;
    if (job.counts != "equal") return unequal_alltoall_bound(by, where, exchanged_bytes(job, where.ranks()));
    double n = double(job.bytes), most = 0;
    for (int node = 0; node < where.nodes(); ++node) {
        double own = where.size_of(node);
        most = std::max(most, own * (where.ranks() - own) * n);
    }
    return vector_bound(by, where, {most, most}, where.ranks() * (where.ranks() - 1.0) * n);
}

// A vector for all crosses once for each node that wants it.
double neighbor_bound(const machine& by, const layout& where, const collective_job& job)
{
    auto all = topology_of(job, where);
    bool vector = job.collective.starts_with("neighbor_allgather");
    std::vector<crossing> of(std::size_t(where.nodes()));
    double inside = 0;
    for (int r = 0; r < where.ranks(); ++r) {
        std::set<int> reached;
        double n = double(all->sizes[std::size_t(r)]);
        int from = where.node_of(r);
        for (int other : all->graph[std::size_t(r)].destinations) {
            int to = other < 0 ? from : where.node_of(other);
            if (to == from) inside += other < 0 || other == r ? 0 : n;
            else if (!vector || reached.insert(to).second) of[std::size_t(from)].out += n, of[std::size_t(to)].in += n;
        }
    }
    crossing most;
    for (auto& node : of) most = {std::max(most.in, node.in), std::max(most.out, node.out)};
    return where.nodes() > 1 ? crossing_bound(by, most) : inside * per_byte(by.memory_GBps);
}

// Some node has to hear of the ranks before its first.
double scan_bound(const machine& by, const layout& where, const collective_job& job)
{
    double n = double(job.bytes);
    if (where.ranks() == 1 || n == 0) return 0;
    int combinations = where.ranks() - (job.collective == "scan" ? 1 : 2);
    return std::max(vector_bound(by, where, {n, n}, n), work_bound(by, where, combinations, n));
}

} // namespace hocket
