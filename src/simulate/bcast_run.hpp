// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "catalogue/catalogue.hpp"
#include "simulate/simulator.hpp"

namespace hocket {

// One broadcast, or several in turn without a barrier between them.
struct bcast_job {
    std::size_t bytes = 0;
    int root = 0, repeat = 1;
    bool rotate_root = false; // the k-th comes from the first rank of node k, counted from root's and round again
};

// The root of the k-th broadcast.
int root_of(const bcast_job& job, const layout& where, int k);

struct bcast_times {
    double time = 0, average = 0, root = 0; // microseconds per broadcast: last rank, mean over ranks, the (last) root
    std::int64_t messages = 0;              // per broadcast
    double busiest_nic_bytes = 0;           // per broadcast
    bool abandoned = false, extrapolated = false;
    std::optional<std::string> trouble;
};

// Above this many messages two broadcasts stand for all that were asked for.
constexpr std::int64_t most_messages = 10'000'000;

// limit: microseconds per broadcast. `how` is a broadcast of ours, without native parts.
bcast_times run_bcast(simulator& on, const layout& where, const bcast_algorithm& how, const bcast_job& job,
                      std::int64_t messages_each, const simulation_options& with = {});

} // namespace hocket
