// SPDX-License-Identifier: BSD-3-Clause
// The machine model: what a message costs on each level. One model for choosing and for simulating.
#pragma once
#include "base/result.hpp"
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hocket {

// One level of a machine: between the ranks of a node, or between nodes.
struct machine_level {
    double latency_us = 1;                             // first byte in, first byte out
    double flow_GBps = 10;                             // one message alone; GB = 1e9 bytes
    std::vector<std::pair<double, double>> overhead_us; // (bytes, processor time a message), by growing bytes

    double latency() const;          // microseconds a message of few bytes takes, overhead included
    double per_byte() const;         // microseconds
};

struct machine {
    std::string name = "standard";
    machine_level node{0.5, 10.0, {}}, network{2.0, 3.3, {}};
};

// Reads a document of schema hocket-machine-1. Unknown keys are mistakes that name the nearest valid one.
result<machine> parse_machine(std::string_view json);
// By the name of a machine that ships with Hocket, or from a file.
result<machine> find_machine(const std::string& name_or_file);
std::vector<std::string> shipped_machines();

} // namespace hocket
