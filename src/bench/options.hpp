// SPDX-License-Identifier: BSD-3-Clause
// What the command line asks hocket-bench for.
#pragma once
#include "base/result.hpp"
#include "device/device_program.hpp"
#include <string>
#include <vector>

namespace hocket::bench {

struct options {
    std::string collective = "bcast"; // one of measured_collectives()
    std::string counts = "equal"; // how blocks that may differ do: one of distribution_names
    unsigned counts_seed = 1;
    std::vector<std::string> compare{"native", "auto"}; // SPECs
    bool alone = false; // without native, and native' for the noise, beside them
    std::size_t smallest = 1, largest = std::size_t(4) << 20;
    int per_octave = 1;
    std::vector<std::size_t> listed_sizes; // instead of these three, where there are any
    int iterations = 10; // per round and variant
    int warmup = 2;      // before each of these
    int rounds = 20;
    int communicators = 1; // of each variant, in turn
    std::string form = "blocking"; // or nonblocking, persistent
    bool rotating = false;         // does each call find its data in another place, outside caches?
    std::string device = "host";   // or cuda: where the data of a reduction lie
    device_program* on = nullptr;  // that device, once it has been started
    std::string skew = "none";     // or late, ramp, random: how ranks arrive
    double skew_us = 0;
    double until = 0;            // a size is left when its medians are known within so much of them; 0: all rounds
    std::string graph = "cartesian"; // of neighborhood collectives: one of graph_names
    unsigned graph_seed = 1;
    bool guidelines = false;     // with what should be no faster than the library's own beside it
    bool race = false;   // variants that cannot win any more at a size leave it
    double slice_us = 0; // calls of one variant at one size and round take about as long; 0: all iterations
    double seconds = 0;  // no further round after so long; 0: all rounds
    int root = 0;
    unsigned seed = 1;
    // barrier, first, window, or auto: window if each rank has a core, else first
    std::string start = "auto";
    double window_us = 50;
    unsigned fake_clocks = 0; // for tests: each rank a clock of its own, off by seconds and by drift; 0: none
    bool help = false;

    std::vector<std::size_t> sizes() const;
    // Do the blocks of the ranks differ?
    bool irregular() const;
    std::size_t element(std::size_t n) const; // bytes of what such a size is made of: reductions are of floats
    // Does each rank have a block for every other one?
    bool exchanges() const;
    // Bytes of each rank's block, where n is a block or the mean one. Where all ranks exchange: of one rank's for
    // everybody, then of the next one's.
    std::vector<std::size_t> blocks(int ranks, std::size_t n) const;
    bool between_neighbors() const;
    std::size_t whole(int ranks) const; // the longest vector
};

extern const char* const usage;

// The library's collectives, and wait, whose time is known.
std::vector<std::string> measured_collectives();
result<options> parse(int argc, const char* const* argv);
// Cuts at the commas outside parentheses.
std::vector<std::string> split_specs(const std::string& list);

} // namespace hocket::bench
