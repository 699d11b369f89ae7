// SPDX-License-Identifier: BSD-3-Clause
// What the command line asks hocket-bench for.
#pragma once
#include "base/result.hpp"
#include <string>
#include <vector>

namespace hocket::bench {

struct options {
    std::string collective = "bcast"; // one of measured()
    std::string counts = "equal"; // how blocks that may differ do: one of distribution_names
    unsigned counts_seed = 1;
    std::vector<std::string> compare{"native", "auto"}; // SPECs; native, and native' for the noise, are always there
    std::size_t smallest = 1, largest = std::size_t(4) << 20;
    int per_octave = 1;
    int iterations = 10; // per round and variant
    int warmup = 2;      // before each of these
    int rounds = 20;
    int root = 0;
    unsigned seed = 1;
    std::string start = "auto"; // barrier, window, or auto: window where one clock serves all and each rank has a core
    double window_us = 50;
    bool help = false;

    std::vector<std::size_t> sizes() const;
    // Do the blocks of the ranks differ?
    bool irregular() const { return collective.back() == 'v' || collective == "reduce_scatter"; }
    std::size_t whole(int ranks) const; // the longest vector
};

extern const char* const usage;
const std::vector<std::string>& measured();

result<options> parse(int argc, const char* const* argv);
// Cuts at the commas outside parentheses.
std::vector<std::string> split_specs(const std::string& list);

} // namespace hocket::bench
