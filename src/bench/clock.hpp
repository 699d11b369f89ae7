// SPDX-License-Identifier: BSD-3-Clause
// The common start of all ranks before a measured call.
#pragma once
#include "bench/gate.hpp"
#include "bench/skew.hpp"
#include "bench/world_clock.hpp"
#include <optional>
#include <string>

namespace hocket::bench {

// Seconds on the monotonic clock of this node (MPI_Wtime may count from a point of each process's own).
double now();
// Comes back at this moment, and says when that was.
double reach(double moment);
// Do all ranks read the same monotonic clock, being on one machine? Collective.
bool have_one_clock(MPI_Comm all);

// Ranks on this rank's node, and the cores that they may use together. Collective.
struct crowd {
    int ranks, cores;
};
crowd on_node(MPI_Comm all);

class common_start {
public:
    common_start(const options& o, MPI_Comm all);

    // Returns when this rank may begin, and the time at which its call begins to count; after calls that count from
    // the first rank's start, or the last one's arrival, settle() says when that was. Both collective.
    double wait(const arrival& when = {});
    void settle(std::vector<double>& starts) const;
    double now() const { return clock_.now(); } // of the same clock
    void refresh() { clock_.refresh(); }        // before a round, collective
    const world_clock& clock() const { return clock_; }
    const char* name() const { return name_.c_str(); }
    // What ranks agree by before a call: memory of the benchmark's own, or the library's messages.
    const char* agrees_by() const { return has_gate() ? "memory" : "messages"; }
    bool sleeps() const { return name_ == "alarm"; } // till the start, and no rank takes time from another
    bool missed() const { return missed_; } // the last window had begun before this rank was ready
    long late() const { return late_; } // how many have
    void count_late_anew() { late_ = 0; }

private:
    bool has_gate() const { return gate_ && gate_->works(); }
    double agree();
    void widen(double window);

    crowd here_;
    std::string name_;
    MPI_Comm all_;
    world_clock clock_;
    std::optional<gate> gate_; // between ranks of one node
    double window_ = 0, least_ = 0; // seconds; 0: a barrier
    bool missed_ = false, skewed_ = false;
    long late_ = 0;
};

} // namespace hocket::bench
