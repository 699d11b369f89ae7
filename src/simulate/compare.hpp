// SPDX-License-Identifier: BSD-3-Clause
// Many algorithms for one collective under one machine, side by side.
#pragma once
#include "simulate/job_run.hpp"
#include <vector>

namespace hocket {

struct noisy_times {
    double median, p95; // microseconds, over the seeds
};

struct simulated_row {
    std::string algorithm;   // canonical, values at auto resolved
    job_times times;
    double declared, rounds; // microseconds under the machine; rounds of the one-ported definition
    std::optional<noisy_times> noisy;
};

struct comparison_options {
    bool full = false;                    // no run is given up or left out
    double most_messages = 2e8;           // leave out what sends more
    double within = 1e18;                 // of the others, leave out what is declared to take so many times the least
    int noise_seeds = 0;                  // seeds 1..n
    simulation_options memory = {};       // which memory is fresh; the rest of it is set for each run
    std::function<void(const simulated_row&)> heard; // of each row as it is done
    std::function<void(const std::string& algorithm, const std::string& why)> left_out;
};

// A run that takes longer than this many times the best so far is given up.
constexpr double too_slow = 4;

// One row for each distinct algorithm that is not left out, in the order of declared time, which is the order of
// running. `at` gives the place and its prices; the SPECs have been judged.
std::vector<simulated_row> compare(const machine& by, const place& at, const collective_job& job,
                                   const std::vector<std::string>& specs, const comparison_options& with = {});

} // namespace hocket
