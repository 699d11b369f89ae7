// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "simulate/job_kinds.hpp"
#include "simulate/simulator.hpp"

namespace hocket {

struct job_times {
    double time = 0, average = 0, root = 0; // microseconds per collective: last rank, mean over ranks, the (last) root
    std::int64_t messages = 0; // per collective
    double busiest_nic_bytes = 0; // per collective
    bool abandoned = false, extrapolated = false;
    std::optional<std::string> trouble;
};

// Above this many messages two collectives stand for all that were asked for.
constexpr std::int64_t most_messages = 10'000'000;

// limit: microseconds per collective. `how` is an algorithm of ours for the job's collective, without native parts.
job_times run_job(simulator& on, const layout& where, const bound_plan& how, const collective_job& job,
                  std::int64_t messages_each, const simulation_options& with = {});

} // namespace hocket
