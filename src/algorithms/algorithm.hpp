// SPDX-License-Identifier: BSD-3-Clause
// What every algorithm is, whatever its collective: a task to start and a price to declare.
#pragma once
#include "algorithms/blocks.hpp"
#include "algorithms/exchanged_blocks.hpp"
#include "algorithms/operands.hpp"
#include "algorithms/price.hpp"
#include "algorithms/rooted_blocks.hpp"
#include "async/group.hpp"
#include "net/net.hpp"
#include "net/prompt.hpp"
#include "shapes/doubling.hpp"
#include "shapes/neighbor_route.hpp"

namespace hocket {

// What is asked of a declared cost.
struct problem {
    int ranks;
    double bytes;             // of the whole vector
    price node, network;      // a message inside a node, and between nodes
    bool spans_nodes = false; // some pair of the ranks sits on two nodes
    int per_node = 1;         // ranks of the fullest node
    bool whole_node = true;   // where they share one: all of its ranks
    bool alike = true;        // of every node
    int stride = 1;           // between the ranks of a node in the numbering: 1, or where it goes round, its nodes
    int at_once = 1;          // so many such operations run side by side in each node
    int nics = 1;             // interfaces of a node
    double copy_per_byte = 0, reduce_per_byte = 0; // of one rank
    double element = 1;       // bytes that stay together
    bool commutative = true;  // of a reduction's operator
    const neighbor_load* around = nullptr; // of a topology: what its routes ask of a rank

    // The largest of so many blocks as there are ranks.
    double block() const { return std::ceil(bytes / element / ranks) * element; }
    double combining(double n) const { return n * reduce_per_byte; }
    // Ranks on nodes of their own, to which the network copies what one of them sends.
    bool casts() const { return spans_nodes && per_node == 1 && at_once == 1 && network.cast.works(); }
    // Until the last of them has it, and the others know that they need not repair anything.
    double cast(double n) const { return network.cast.whole(n, ranks); }
    const price& level() const { return spans_nodes ? network : node; }
    double message(double n) const { return hop(n, 1e18); }
    void placed(int ranks_per_node) { per_node = ranks_per_node, stride = 1, alike = true; }
    // So many ranks in a row share a node.
    int neighbours() const { return stride == 1 ? per_node : 1; }
    // One message to a rank at that distance in the numbering.
    double hop(double n, double distance) const { return several(1, n, distance); }
    // One rank sends d messages at once; until the last has arrived.
    double several(double d, double n, double distance = 1e18) const
    {
        bool far = spans_nodes && leaving(distance) >= per_node;
        return far ? network.several(d, n, on_one_nic(1)) : node.several(d, n, 1);
    }
    // Whether each set of so many ranks in a row, from a multiple of that on, lies in one node.
    bool inside_node(double set) const
    {
        return alike && stride == 1 && ranks % per_node == 0 && std::fmod(per_node, set) == 0;
    }
    // The distance that stands for messages to a neighbour in such a set.
    double reach(double set) const { return inside_node(set) ? 1 : ranks; }
    // Of ranks that are so much farther apart at the mean, as some between them idle. Where neighbours sit on different
    // nodes a mean does not tell who shares one.
    double about(double distance, double spread) const
    {
        return spread == 1 || stride == 1 ? distance * spread : ranks;
    }
    // Every rank sends one message to the rank at that distance, which may be in its own set of so many in a row.
    double exchange(double n, double distance, double set = 1e18) const
    {
        double inside = node.crowd(std::min(ranks, per_node) * at_once, n);
        if (!spans_nodes || inside_node(set)) return inside;
        double leave = leaving(distance);
        if (leave == 0) return inside;
        double out = crossing(n, distance);
        return leave < per_node ? std::max(inside, out) : out;
    }
    // The round of that distance, of recursive doubling or halving among those that a fold leaves.
    double exchange(double n, const fold& among, int distance) const
    {
        return exchange(n, about(distance, among.spread()), among.set(distance));
    }
    // d + 1 ranks at that distance from one to the next swap a message each with each: short ones overlap, a long one
    // ends before the next begins.
    double swaps(double d, double n, double distance, double set = 1e18) const
    {
        if (d <= 0) return 0;
        if (n <= level().eager_limit) return exchanges(d, n, distance, set);
        if (stride != 1) return d * exchange(n, distance, set);
        int near = int(std::min(std::floor(d / 2), std::ceil(per_node / distance))); // farther on all leave it
        double time = (d - 2 * near) * exchange(n, (near + 1) * distance, set);
        for (int ahead = 1; ahead <= near; ++ahead) time += 2 * exchange(n, ahead * distance, set);
        return time;
    }
    // Do all other ranks hear by one message what one of them says?
    bool tells(double n) const { return ranks > 1 && !spans_nodes && whole_node && n <= node.tell_limit; }
    // They do: until each has heard so much of others, that told at once.
    double told(double heard, double n) const { return written(n, heard, n); }
    // Until each has heard its own part of n bytes of so many others, that deal at once.
    double dealt(double heard, double n) const { return written((ranks - 1) * n, heard, n); }
    // All write so much at once, and read n bytes of so many others.
    double written(double all, double heard, double n) const
    {
        double read = node.overhead(n) + (ranks - 1) * n * node.shared_per_byte;
        return node.latency + node.overhead(all) + heard * read;
    }
    // So many of these ranks share this one's node.
    double near_of(double others) const { return spans_nodes ? std::min<double>(others, per_node - 1) : others; }
    // What those messages take that leave a node.
    double crossing(double n, double distance) const { return network.crowd(on_one_nic(leaving(distance)), n); }
    // Every rank sends d messages at once, to ranks at so many times that distance.
    double exchanges(double d, double n, double distance, double set = 1e18) const
    {
        double inside = node.several(d, n, std::min(ranks, per_node) * at_once, 2);
        if (!spans_nodes || inside_node(set)) return inside;
        double out = leaving(d, distance);
        if (out == 0) return inside;
        bool all = d >= ranks - 1; // those of the node stay inside
        double each = all ? ranks - per_node : d, senders = all ? per_node : out / d;
        return std::max(inside, network.several(each, n, on_one_nic(senders), 2));
    }
    // How often a rank can take a message of n bytes and pass it on to d others, while so many ranks of its node send
    // to others too.
    double pace(double d, double n, double senders = 1e9) const
    {
        if (!spans_nodes) return node.pace(d, n, (ranks - 1) / d * at_once); // all hear of it through one memory
        double out = network.pace(d, n, on_one_nic(std::min<double>(senders, neighbours())));
        bool most_inside = senders < neighbours(); // and these share the memory
        return most_inside ? std::max(out, node.pace(d, n, (per_node - 1) / d * at_once)) : out;
    }
    // The same, over and over, in steps that need not wait for one another: from the step on of which all are as late.
    double exchange_pace(double n) const { return level().pace(1, n, spans_nodes ? on_one_nic(leaving(1)) : at_once); }
    // Every rank sends so many messages to the next one, each when the one before has come: on its way round one
    // crosses each border between nodes once, and long ones wait for their receiver at each step.
    double ring(double steps, double n) const
    {
        if (level().one_port || !spans_nodes || n > network.eager_limit) return steps * exchange(n, 1);
        double far = std::min(steps, std::ceil(double(ranks) / neighbours()));
        return far * crossing(n, 1) + (steps - far) * std::max(node.crowd(per_node * at_once, n), exchange_pace(n));
    }
    // Of so many ranks of each node.
    double on_one_nic(double neighbours) const { return std::ceil(neighbours * at_once / nics); }
    // What may be lost where a node has so many flows in, of n bytes each: no more than there are pairs, and none where
    // they come through one interface, at the rate at which they leave the port. An alltoall that floods a port
    // floods it again as it goes on: time-outs of TCP follow one another (measured: 3 to 8 of them).
    double lost(double flows, double n) const
    {
        constexpr double time_outs = 4;
        double others = ranks - per_node, senders = std::ceil(others / per_node) * nics;
        if (!spans_nodes || senders < 2) return 0;
        return time_outs * network.lost(on_one_nic(std::min(flows, per_node * others)), n);
    }
    problem with_bytes(double n) const
    {
        auto other = *this;
        other.bytes = n;
        return other;
    }
    // In scratch, which the interface knows from earlier operations.
    problem in_scratch() const
    {
        auto other = *this;
        other.network.fresh_per_byte = 0;
        return other;
    }

private:
    // So many ranks of a node send out of it, if every rank sends to the one at that distance.
    double leaving(double distance) const
    {
        if (stride == 1) return std::min<double>(distance, per_node);
        return distance < ranks && std::fmod(distance, stride) == 0 ? 0 : per_node;
    }
    // So many messages leave a node, if every rank sends to those at 1 to d times the distance.
    double leaving(double d, double distance) const
    {
        if (stride != 1) return d * leaving(distance);
        double some = std::min(d, std::floor(per_node / distance)); // of these distances not every rank's do
        return distance * some * (some + 1) / 2 + (d - some) * per_node;
    }
};

struct cost {
    double finish = 0;    // microseconds from a common start until the last rank has ended
    double period = 0;    // microseconds after which the same operation can follow, pipelined
    double messages = 0;  // sum over all ranks
    double root = period; // microseconds after which rank 0 itself can go on
    double held = 0;      // bytes of others that a rank holds at most, to pass them on
    double busy = 0;      // microseconds for which starting all its sends at once keeps rank 0's processor
};

// An algorithm with its parameters set, ready to run on any number of calls at once; outlives its tasks.
template <class Data> class algorithm {
public:
    virtual ~algorithm() = default;
    virtual task start(net on, Data data) const = 0;
    // The same before it returns, or with an error that `by` knows.
    virtual void run_now(net on, const Data& data, prompt& by) const { by.now(start(on, data)); }
    virtual cost declared(const problem& of) const = 0;
    // It is the library's own collective, and runs only over sets of ranks that have a communicator of their own.
    virtual bool is_native() const { return false; }
};

using bcast_algorithm = algorithm<bytes>;    // rank 0 of the net has the data, afterwards every rank has
using gather_algorithm = algorithm<rooted_blocks>;  // every rank has its block, afterwards rank 0 has all
using scatter_algorithm = algorithm<rooted_blocks>; // rank 0 has all blocks, afterwards every rank has its own
using allgather_algorithm = algorithm<blocks>; // rank i has block i, afterwards every rank has all, in place
using reduce_algorithm = algorithm<operands>;    // afterwards rank 0 has the result
using allreduce_algorithm = algorithm<operands>; // afterwards every rank has it, bit by bit the same
using scan_algorithm = algorithm<operands>;      // afterwards every rank has that of the ranks up to it, or before it
using reduce_scatter_algorithm = algorithm<scattered_operands>; // afterwards every rank has its block of the result
using alltoall_algorithm = algorithm<exchanged_blocks>; // afterwards every rank has what the others had for it
using barrier_algorithm = algorithm<nothing>;    // no rank goes on before all have come

} // namespace hocket
