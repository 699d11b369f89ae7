// SPDX-License-Identifier: BSD-3-Clause
// HOCKET_PROFILE: what each communicator has counted becomes one document at MPI_Finalize.
#pragma once
#include "interpose/clock_offset.hpp"
#include "profile/rank_share.hpp"
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

namespace hocket {

class profiler {
public:
    // What is wrong with the file, on rank 0; empty: nothing. What is there stays until the profile is whole.
    std::string judge(const std::string& file, int rank);
    // Collective, in the world, before anything is counted.
    void begin(std::uint64_t node);
    bool is_on() const { return on_; }
    // The first communicators, whose calls are kept with their times; of later ones only sums are.
    static constexpr std::size_t most_sampled = 256;

    std::unique_ptr<call_profile> open(MPI_Comm comm, int size);
    void close(const call_profile& of);

    // The program's time ends here; what is counted later still counts.
    void stop() { stopped_ = steady_ns(); }
    // Collective, once all communicators are closed. Rank 0 writes.
    void finish();

private:
    clock_line job_time(const clock_offset& last) const;
    void hear_all(const clock_line& time, std::int64_t error);
    void tell(const clock_line& time) const;
    profile_message first(const clock_line& time) const;

    std::string file_; // its whole path
    std::atomic<bool> on_{false};
    MPI_Comm comm_ = MPI_COMM_NULL; // of Hocket's own, of the world
    int rank_ = 0, size_ = 0;
    std::optional<layout> where_; // of the world
    clock_offset clock_;
    std::int64_t began_ = 0, stopped_ = 0;
    std::mutex lock_;
    std::map<std::uint64_t, std::uint64_t> ordinals_; // of groups
    std::size_t opened_ = 0;
    rank_share share_;
};

} // namespace hocket
