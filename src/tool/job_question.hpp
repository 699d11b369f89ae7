// SPDX-License-Identifier: BSD-3-Clause
// What every command about one collective is asked: which one, how many bytes each rank has, who is the root.
#pragma once
#include "catalogue/catalogue.hpp"
#include "machine/machine.hpp"
#include "simulate/job.hpp"

namespace CLI {
class App;
}

namespace hocket {

// Throws wrong_usage, which names the valid ones, for what has no algorithms of ours.
void need_collective(const std::string& name);

struct job_question {
    std::string collective, counts = "equal", graph = "stencil3d";
    std::string bytes, usual_bytes; // what somebody said, and what holds where nobody does; empty: somebody must
    std::uint32_t seed = 1;
    int root = 0;

    void add_options(CLI::App& command);
    void add_bytes(CLI::App& command);
    // Throws wrong_usage.
    collective_job job(int ranks) const;

private:
    std::size_t size(int ranks) const;
    void check_counts() const;
    void check_graph(int ranks) const;
    void check_root(int ranks) const;
};

// Behind the bytes of a job: what has so many, and how they differ.
std::string bytes_of_what(const collective_job& job);

// What its topology adds to the place where it runs.
demands demands_of(const collective_job& job, const layout& where);
// Where the job runs, under the prices of a machine.
place priced_for(const collective_job& job, const layout& where, const machine& by);

// Nodes of equal size, or not all full, and the order in which they are filled with ranks.
struct place_question {
    int nodes = 1, ppn = 1;
    int ranks = 0; // 0: all nodes are full
    std::string placement = "by-slot";

    void add_options(CLI::App& command, int most_nodes, int most_ppn);
    layout where() const;
};

// How messages go inside nodes: the library's, or through memory that ranks share.
struct memory_question {
    bool shm = false, no_single_copy = false;

    void add_options(CLI::App& command);
    // Throws wrong_usage where the machine says nothing of it.
    machine on(const machine& by) const;
    const char* words() const { return no_single_copy ? "two copies" : "single copy"; } // of long ones, with shm
};

} // namespace hocket
