// SPDX-License-Identifier: BSD-3-Clause
#include "simulate/bounds.hpp"
#include "simulate/rooted_places.hpp"
#include <cmath>

namespace hocket {
namespace {

// Blocks of other ranks, by whether the root's interfaces or only its memory have to carry them. Somebody on the other
// side of each takes or gives a latency; how many messages it takes is the algorithm's affair, as blocks may travel
// together.
double rooted_bound(const machine& by, const layout& where, const collective_job& job, double nic_GBps)
{
    rank_blocks all(job, where.ranks());
    int home = where.node_of(job.root);
    double outside = double(all.total()), largest_inside = 0;
    for (int i = 0; i < where.size_of(home); ++i) {
        int rank = where.member(home, i);
        outside -= double(all.of(rank));
        if (rank != job.root) largest_inside = std::max(largest_inside, double(all.of(rank)));
    }
    double far = outside > 0 ? by.network.latency_us + outside * per_byte(nic_GBps * by.nic.count) : 0;
    double near = largest_inside > 0 ? by.node.latency_us + largest_inside * per_byte(by.memory_GBps) : 0;
    return std::max(far, near);
}

} // namespace

// Everybody who knows can tell one other in the processor's time for a message. Between nodes one message at least
// leads to each rank outside the root's node, and only those ranks are told after its latency. Backwards in time it is
// the same for what is gathered, as a receive takes the processor's time too. Who shares memory may tell a whole node.
double telling_bound(const machine& by, const layout& where)
{
    if (where.ranks() == 1) return 0;
    bool spans = where.nodes() > 1;
    int told = by.shares ? 2 : spans ? where.ranks() - where.largest() + 1 : where.ranks();
    double tell = std::min(by.network.overhead(0), by.node.overhead(0));
    return (spans ? by.network : by.node).latency_us + tell * std::ceil(std::log2(told));
}

double barrier_bound(const machine& by, const layout& where, const collective_job&)
{
    return telling_bound(by, where);
}

// All bytes come in through the interfaces of a node.
double bcast_bound(const machine& by, const layout& where, const collective_job& job)
{
    if (where.ranks() == 1) return 0;
    double rate = where.nodes() > 1 ? by.nic.count * by.nic.in_GBps : by.memory_GBps;
    bool copies = where.nodes() > 1 && by.multicast.works(); // one message tells all nodes
    double told = copies ? by.network.latency_us : telling_bound(by, where);
    return std::max(told, double(job.bytes) * per_byte(rate));
}

double gather_bound(const machine& by, const layout& where, const collective_job& job)
{
    return rooted_bound(by, where, job, by.nic.in_GBps);
}

double scatter_bound(const machine& by, const layout& where, const collective_job& job)
{
    return rooted_bound(by, where, job, by.nic.out_GBps);
}

} // namespace hocket
