// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "machine/machine.hpp"
#include "topology/layout.hpp"
#include <algorithm>
#include <cstdint>
#include <vector>

namespace hocket {

// What messages between nodes share: the interfaces of the nodes, the switch ports towards them and the links
// between groups of nodes. Each serves first come, first served at its own rate; a message may be slower than that
// (its flow) and then leaves room for others.
class wires {
public:
    wires(const machine& by, const layout& where);
    void clear();

    int nic_of(int node, int local) const; // of one rank
    // When a message of n bytes that is ready now has left its node, and crossed to its group.
    double leave(double now, int nic, int node, int to_node, double n);
    // When its last byte is in; nothing if the switch drops it.
    struct entry {
        bool dropped;
        double at;
    };
    entry enter(double now, int from_nic, int nic, int from_node, int node, double n)
    {
        return enter(now, from_nic, nic, from_node, node, n, n * flow_per_byte_);
    }
    // The same where all of it takes its sender `time`, if nothing is in its way. From the same node: it has crossed.
    entry enter(double now, int from_nic, int nic, int from_node, int node, double n, double time);
    // A message that the switches copy for all nodes leaves its own once, and crosses to each group once: when it is in
    // each of them.
    std::vector<double> leave_for_all(double now, int nic, int node, double n);
    int group_of(int node) const { return by_.groups.nodes > 0 ? node / by_.groups.nodes : 0; }
    double wire_per_byte() const { return std::max(out_per_byte_, in_per_byte_); }
    double busiest_bytes() const; // one direction of one interface

private:
    struct server {
        double until = 0, bytes = 0;
        double serve(double now, double n, double per_byte)
        {
            double start = std::max(now, until);
            until = start + n * per_byte;
            bytes += n;
            return start;
        }
    };
    bool over_full(double now, server& in, double n) const;

    const machine& by_;
    const layout& where_;
    double out_per_byte_, in_per_byte_, group_per_byte_, flow_per_byte_;
    std::vector<server> out_, in_, up_, down_;
};

} // namespace hocket
