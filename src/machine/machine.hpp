// SPDX-License-Identifier: BSD-3-Clause
// The machine model: what a message costs on each level. One model for choosing and for simulating.
// Units: microseconds and GB/s with GB = 1e9 bytes. docs/machine-model.md says how the numbers are used.
#pragma once
#include "base/result.hpp"
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hocket {

// Microseconds; a rate of 0 stands for no limit.
inline double per_byte(double GBps)
{
    return GBps > 0 ? 1e-3 / GBps : 0;
}

// One level of a machine: between the ranks of a node, or between nodes.
struct machine_level {
    double latency_us = 1;                              // first byte in, first byte out
    double flow_GBps = 10;                              // what one message alone reaches
    std::vector<std::pair<double, double>> overhead_us; // (bytes, processor time of either side), by growing bytes
    double eager_limit = 1e18; // bytes up to which a message leaves without waiting for its receiver
    double rendezvous_us = 0;  // round trip before a longer one
    // Where both ends copy it themselves, up to the eager limit; a longer one its receiver alone, by a call.
    double copy_us_per_byte = 0, call_us = 0;

    double overhead(double n) const; // of a message of n bytes; straight lines between the points
    double latency() const;          // microseconds a message of few bytes takes, overhead included
    double per_byte() const;         // microseconds
    double copying_in(double n) const { return n <= eager_limit ? n * copy_us_per_byte : 0; }
    double copying_out(double n) const { return n * copy_us_per_byte + (n > eager_limit ? call_us : 0); }
};

// Messages inside a node through memory that its ranks share.
struct machine_sharing {
    double latency_us = 0;        // until another processor sees what one has written
    double overhead_us = 0;       // processor time of either side, copies apart
    double copy_GBps = 0;         // one rank, into that memory or out of it; 0: nothing is known of any of this
    double single_copy_from = 1e18; // bytes; longer messages are copied once, from where they lie
    double single_copy_us = 0;    // of the call that does it
    double tell_limit = 0;        // bytes that a rank tells all others of its node at once, at most
};

// The interfaces between a node and the network. Rank l of a node uses interface l mod count, or, where neighbours
// share one, l * count / (ranks of the node).
struct machine_nic {
    int count = 1;
    double in_GBps = 0, out_GBps = 0; // each; 0: no limit
    bool neighbours_share = false;
};

// A switch port towards a node. What does not fit in its buffer pauses the sender, or is dropped and sent again.
struct machine_switch {
    double buffer = 0; // bytes; 0: no limit
    bool drops = false;
    double rto_us = 0;
};

// Nodes in groups; between groups only `taper` of the bandwidth that the nodes of a group have together.
struct machine_groups {
    int nodes = 0; // in a group; 0: no groups
    double taper = 1;
};

// What the network makes of one message for all nodes.
struct machine_multicast {
    double GBps = 0;             // of the data in a stream of packets; 0: it copies nothing
    double packet_us = 0;        // processor time of either side, for each packet
    double loss_probability = 0; // that a receiver misses a packet
    double notice_us = 8000;     // until a lost end of a message is seen

    bool works() const { return GBps > 0; }
};

// Delays of a sender, drawn for each message: often short, seldom long; both exponentially distributed.
struct machine_noise {
    double jitter_probability = 0, jitter_us = 0; // mean
    double stall_probability = 0, stall_us = 0;

    bool silent() const { return jitter_probability * jitter_us + stall_probability * stall_us == 0; }
};

struct machine {
    std::string name = "standard";
    bool shipped = false;       // with Hocket, so that its tuning tables hold
    bool named = false;         // somebody knows that the job runs on it
    std::uint64_t contents = 0; // hash of the document it was read from
    machine_level node{0.5, 10.0, {}}, network{2.0, 3.3, {}};
    machine_nic nic;
    double memory_GBps = 0;            // of a node, shared by the messages inside it; 0: no limit
    double copy_GBps = 0;              // one rank copying; 0: free
    std::map<std::string, double> reduce_GBps; // by type ("any" where it is not named); missing: free
    double fresh_buffer_us_per_MB = 0; // first use of memory by long messages between nodes
    machine_switch port;
    machine_groups groups;
    machine_multicast multicast;
    machine_noise noise;
    machine_sharing sharing;
    bool shares = false; // it is in use

    // This machine, where messages inside nodes go through shared memory.
    result<machine> sharing_memory(bool single_copy) const;
    double reduce(const std::string& type) const; // GB/s; 0: free
    bool copies_once() const { return node.call_us > 0; } // long messages inside nodes
    std::string title() const; // "aurora", "aurora with shared memory"
};

// Reads a document of schema hocket-machine-1. Unknown keys are mistakes that name the nearest valid one.
result<machine> parse_machine(std::string_view json);
// By the name of a machine that ships with Hocket, or from a file.
result<machine> find_machine(const std::string& name_or_file);
std::vector<std::string> shipped_machines();

} // namespace hocket
