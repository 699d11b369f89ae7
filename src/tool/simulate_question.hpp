// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "simulate/compare.hpp"
#include "tool/job_question.hpp"

namespace hocket {

// What `simulate` is asked, and the same ready to run.
struct simulate_question : job_question {
    place_question at;
    std::string machine = "standard", trace_file, native, fresh_scratch;
    std::vector<std::string> algorithms;
    int repeat = 1, noise_seeds = 0;
    double within = 1e18, most_messages = 2e8;
    bool rotate_root = false, full = false, grid = false, progress = false, used_buffers = false;
    memory_question memory;

    void add_options(CLI::App& command);
    bool asks_for_all() const { return algorithms.empty() || algorithms == std::vector<std::string>{"all"}; }
    // What --algorithm names; nothing or "all": every entry, and the choice.
    std::vector<std::string> asked_for(const std::string& choice) const;
    comparison_options options() const;
};

struct prepared_simulation {
    explicit prepared_simulation(const simulate_question& q);
    machine by;
    layout where;
    collective_job job;
    place at() const;
};

} // namespace hocket
