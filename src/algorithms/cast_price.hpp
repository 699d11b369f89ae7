// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <cmath>

namespace hocket {

// What a message costs that the network copies to all nodes, in microseconds: as packets, of which only so many are
// under way that all nodes have room for them, with reports up a tree of the nodes (decision 34). A test holds its
// constants to those of the transport.
struct cast_price {
    double per_byte = 0; // of the stream of packets; 0: the network copies nothing
    double packet = 0;   // of either side's processor, for each packet
    double latency = 0;  // of a packet
    double report = 0;   // from one node to the one above it in the tree

    static constexpr double data = 1408; // bytes of a packet
    static constexpr int radix = 4;      // of the tree
    static constexpr double letter = 48; // bytes of a report
    static constexpr double window = 128, most_windows = 4; // packets that not all have; so many times that, once known
    static constexpr double batch = 16; // packets, for each report
    static constexpr double overtaken = 3; // packets that come before a missing one is asked for

    bool works() const { return per_byte > 0; }
    // Above a node of the tree, which has 0 at its top.
    static constexpr int parent(int node) { return (node - 1) / radix; }
    static double packets(double n) { return n > 0 ? std::ceil(n / data) : 1; }
    static double depth(double nodes)
    {
        double levels = 0;
        for (double reached = 1, width = radix; reached < nodes; width *= radix) reached += width, ++levels;
        return levels;
    }
    // From the first packet's departure to the last one's.
    double stream(double n, double nodes) const
    {
        double count = packets(n), gap = std::max(packet, data * per_byte);
        double sent = std::max(n * per_byte, count * packet);
        if (count <= window) return sent;
        double heard = latency + packet + depth(nodes) * (report + batch * gap); // of a packet, from all
        double stalled = std::max(0.0, heard - window * gap);
        return stalled + std::max(sent, count / (most_windows * window) * heard);
    }
    // Until all have it and, of more than one packet, who has others below it in the tree knows that they do.
    double whole(double n, double nodes) const
    {
        return 2 * packet + stream(n, nodes) + latency + (packets(n) > 1 ? report : 0);
    }
};

} // namespace hocket
