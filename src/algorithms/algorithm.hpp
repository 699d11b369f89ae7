// SPDX-License-Identifier: BSD-3-Clause
// What every algorithm is, whatever its collective: a task to start and a price to declare.
#pragma once
#include "algorithms/blocks.hpp"
#include "async/group.hpp"
#include "net/net.hpp"

namespace hocket {

// What one message costs on one level of the machine. With latency 1 and nothing else a time counts rounds,
// with per_byte 1 and nothing else it counts bytes.
struct price {
    double latency = 0, per_byte = 0; // microseconds, microseconds per byte
    double operator()(double n) const { return latency + per_byte * n; } // n bytes
};

// What a declared cost is asked for.
struct problem {
    int ranks;
    double bytes;                // of the whole vector
    price node, network;         // a message inside a node, and between nodes
    bool spans_nodes = false;    // some pair of the ranks sits on two nodes

    double message(double n) const { return spans_nodes ? network(n) : node(n); }
    problem with_bytes(double n) const
    {
        auto other = *this;
        other.bytes = n;
        return other;
    }
};

// A rank sends at most one and receives at most one message at a time on each level.
struct cost {
    double finish = 0;   // microseconds from a common start until the last rank has ended
    double period = 0;   // microseconds after which the same operation can follow, pipelined
    double messages = 0; // sum over all ranks
};

// An algorithm with its parameters set, ready to run on any number of calls at once; outlives its tasks.
template <class Data> class algorithm {
public:
    virtual ~algorithm() = default;
    virtual task start(net on, Data data) const = 0;
    virtual cost declared(const problem& of) const = 0;
    // It is the library's own collective, and runs only over sets of ranks that have a communicator of their own.
    virtual bool is_native() const { return false; }
};

using bcast_algorithm = algorithm<bytes>;    // rank 0 of the net has the data, afterwards every rank has
using scatter_algorithm = algorithm<blocks>; // rank 0 has all blocks, afterwards rank i has at least block i, in place
using allgather_algorithm = algorithm<blocks>; // rank i has block i, afterwards every rank has all, in place

} // namespace hocket
