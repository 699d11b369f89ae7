// SPDX-License-Identifier: BSD-3-Clause
// What every command about one collective is asked: which one, how many bytes each rank has, who is the root.
#pragma once
#include "simulate/job.hpp"

namespace CLI {
class App;
}

namespace hocket {

// Throws wrong_usage, which names the valid ones, for what has no algorithms of ours.
void need_collective(const std::string& name);

struct job_question {
    std::string collective, bytes, counts = "equal";
    std::uint32_t seed = 1;
    int root = 0;

    // All but the bytes, which some commands need and others do not.
    void add_options(CLI::App& command);
    // Throws wrong_usage.
    collective_job job(int ranks) const;
};

// Nodes of equal size, and the order in which they are filled with ranks.
struct place_question {
    int nodes = 1, ppn = 1;
    std::string placement = "by-slot";

    void add_options(CLI::App& command, int most_nodes, int most_ppn);
    layout where() const;
};

} // namespace hocket
