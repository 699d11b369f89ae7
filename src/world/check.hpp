// SPDX-License-Identifier: BSD-3-Clause
// Algorithms on virtual ranks against the definition of their collective.
#pragma once
#include "catalogue/catalogue.hpp"
#include "world/trouble.hpp"
#include <functional>

namespace hocket {

struct check_options {
    std::vector<std::string> collectives;            // empty: all that have algorithms of ours
    std::vector<std::string> algorithms;             // SPECs; empty: the catalogue's grid
    std::vector<int> ranks;
    std::vector<std::string> layouts;                // by name; empty: all
    std::vector<int> roots; // of a barrier: who comes late; empty: 0, 1, p/2, p-1, one that leads no node, a random one
    // As the collective counts them; empty: in elements 0, 1, 7, 64, 1000 and 9000 bytes of a block, or 0, 1, p-1, p,
    // p+1 and 4099 bytes of a vector, and 70001 unless exhaustive.
    std::vector<std::size_t> bytes;
    std::vector<std::string> counts; // where blocks may differ, by name; empty: all
    std::vector<std::string> graphs; // of neighbors, by name; empty: all
    // "fifo", "seed:N", "lossy:N", "clock"; empty: fifo, seed:1, seed:2
    std::vector<std::string> orders;
    bool exhaustive = false; // all orders of completion, instead of `orders`
    bool full = false; // every combination, no sample
    long executions = 200'000; // of one exhaustive check
    unsigned seed = 1; // of the sample, random roots, counts and places, the uneven layout
    std::size_t failures_per_algorithm = 10; // then it is given up
    std::function<void(const std::string&)> progress; // told what begins
};

struct failure {
    std::string collective, algorithm;
    int ranks, root;
    std::string layout;
    std::size_t bytes;
    std::string counts; // empty where all blocks are alike
    std::string mode, kind, detail, reproduce;
};

struct check_report {
    long checks = 0; // one: (SPEC, ranks, root, layout, bytes, counts, mode)
    long possible = 0; // of which these checks are a sample
    long executions = 0; // runs in exhaustive checks
    std::vector<failure> failures;
    std::vector<std::string> skipped; // what did not run, and why
};

// Something to check: a SPEC, and how to make it runnable.
struct candidate {
    std::string collective, text;
    std::function<result<bound_plan>(const place&)> bind;
};

// The candidates of options.algorithms in options.collectives, from the catalogue. A mistake where a SPEC is none in
// any of them.
result<std::vector<candidate>> candidates_of(const check_options& by);
check_report check(const std::vector<candidate>& candidates, const check_options& by);

} // namespace hocket
