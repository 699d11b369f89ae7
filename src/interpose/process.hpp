// SPDX-License-Identifier: BSD-3-Clause
// What Hocket knows of this process: the settings, the communicators and what they may use.
#pragma once
#include "choose/settings.hpp"
#include "device/devices.hpp"
#include "drive/device_costs.hpp"
#include "drive/persistent.hpp"
#include "drive/progress_thread.hpp"
#include "interpose/communicator_table.hpp"
#include "interpose/leftovers.hpp"
#include "interpose/listener.hpp"
#include "interpose/profiler.hpp"
#include "interpose/refusals.hpp"
#include "interpose/tally.hpp"
#include "transports/neighbours.hpp"
#include <atomic>
#include <set>

namespace hocket {

class process {
public:
    // The one object that has to be found out of nothing: MPI's functions carry no pointer of ours. It is never
    // destroyed, since programs call MPI from their last destructors.
    static process& here()
    {
        auto* known = only_.load(std::memory_order_acquire);
        return known ? *known : make();
    }

    // What the MPI underneath says that it is.
    static std::string library_text();
    const settings& by() const { return settings_; }
    const std::string& mistake() const { return mistake_; }

    // Once the world is there: all ranks are right about their settings, or the job ends.
    void settle_world();
    bool has_world() const { return has_world_; }
    // As the first thing of MPI_COMM_SELF's this is the last to go. Else somebody else has to end the world.
    bool ends_with_self() const { return ends_with_self_; }
    // The thread stays inside.
    void end_world();
    void come_to_rest();
    // Ranks of another world, spawned or connected to, may run without Hocket: nothing can be agreed with them. All
    // ranks of such a communicator see that alike.
    bool reaches_beyond_its_world(MPI_Comm comm) const;
    // Warnings about the settings, from rank 0 of the first communicator.
    void warn(int rank);
    // This rank's node: of HOCKET_NODES where that is given, else of the host.
    std::uint64_t node_id() const;

    devices& accelerators() { return accelerators_; }
    measured_costs& costs_of_devices() { return costs_of_devices_; }
    // Has the program loaded what drives an accelerator that we cannot ask? Its buffers may be none of ours to read.
    bool may_use_unknown_memory();
    // Buffers of devices may go to the library as they are: it says so, or the program does.
    bool library_reads_devices() const;
    // The library says that it reads none, and the program does not say otherwise.
    bool library_lacks_devices() const;
    // With what the library says of itself.
    kernels_of_devices kernels() const;

    // Whether an operation goes on by itself, on every rank of the world; without a world, never.
    bool can_run_nonblocking() const { return nonblocking_works_; }
    // Not those that take a list for all ranks.
    bool lists_stay_native() const { return lists_stay_native_; }
    // And the settings want one.
    bool wants_nonblocking() const { return wants_nonblocking_; }
    // Where there is a thread of ours, what the program is told; before the world is settled.
    void tell_thread_level(int level, bool may_have_thread)
    {
        thread_level_ = level, may_have_thread_ = may_have_thread;
    }
    std::optional<int> thread_level() const { return thread_level_; }
    nonblocking_engine& nonblocking() { return nonblocking_; }
    cast_keeper& casts() { return casts_; }
    persistent_requests& persistent() { return persistent_; }
    // Freed when no operation needs them any longer.
    void keep_type(MPI_Datatype type);
    void keep_op(MPI_Op op);
    void free_kept();

    communicator_table& communicators() { return communicators_; }
    // Known from now on. Makes sure that the entry goes even if its communicator goes by a way that we do not see.
    communicator& meet(MPI_Comm comm);
    // Forgets a communicator that is being freed.
    void drop(MPI_Comm comm);
    void drop_all(); // and says what is left then
    // Those that were freed with operations in flight, and have none any longer.
    void let_go();

    // On some communicator multicast did not work.
    void remember_failed_multicast() { multicast_failed_ = true; }
    bool has_failed_multicast() const { return multicast_failed_; }
    // Has this process not said so before?
    bool first_time(const std::string& what);

    // What is explained goes to the program too.
    void listen(listener to);
    const listener& listening() const { return listener_; }
    // Calls on all communicators that there are or were.
    void add_counts(tally& to);
    void count_gone(const tally& of);
    void count_heard(const heard_of& more);
    profiler& profile() { return profile_; }
    // At HOCKET_EXPLAIN=2: how often what has run here, told by rank 0 of the world in the end.
    void count_told(const std::string& collective, const std::string& algorithm);
    void tell_counts();
    // A copy that stays.
    const char* keep_text(const std::string& text);

    // Private communicators come out of the library's own supply, so there is a limit to them.
    bool has_room() const { return in_use_ < budget(); }
    bool has_room_to_spare() const { return in_use_ < budget() / 2; }
    void count(int communicators) { in_use_ += communicators; }
    static constexpr int budget();

    // Where operations have their memory from.
    memory_pool& memory() { return memory_; }

    // Is what should have been said by MPI_IN_PLACE the library's to refuse? Without a world it cannot be asked.
    bool refuses_equal_buffers(collective which, std::size_t n)
    {
        return !has_world_ || refusals_.of_equal_buffers(which, n);
    }
    // Is it the library's to refuse that a rank sends itself other than as much as it expects?
    bool refuses_unequal_ends(collective which) { return has_world_ && refusals_.of_unequal_ends(which); }

    std::atomic<int> sessions{0};

private:
    process();
    static process& make();
    void hear_of_others();
    void start_thread();
    bool end_with_self();
    void drop_communicators();
    void tell_held(const leftovers& what) const;
    void tell_heard();
    static bool poll();
    void watch(MPI_Comm comm);
    int keyval();
    static int forget(MPI_Comm comm, int keyval, void* value, void* extra);

    static inline constinit std::atomic<process*> only_ = nullptr;
    std::once_flag warned_;
    settings settings_;
    std::string mistake_;
    bool has_world_ = false, first_of_world_ = false, ends_with_self_ = false;
    int fake_node_ = -1;
    devices accelerators_;
    measured_costs costs_of_devices_{accelerators_};
    memory_pool memory_; // outlives what takes from it
    cast_keeper casts_;  // the same
    communicator_table communicators_;
    refusals refusals_;
    std::atomic<int> in_use_{0};
    std::mutex lock_;
    std::set<std::string> said_, texts_;
    std::map<std::string, std::map<std::string, std::uint64_t>> told_; // collective, algorithm
    listener listener_;
    std::mutex gone_lock_;
    tally gone_; // of communicators that are no more
    heard_of heard_; // on these
    profiler profile_;
    std::mutex keyval_lock_;
    int keyval_ = MPI_KEYVAL_INVALID;
    std::vector<std::unique_ptr<communicator>> buried_; // gone in a callback, where no communicator can be freed
    nonblocking_engine nonblocking_{poll};
    persistent_requests persistent_{nonblocking_};
    progress_thread thread_{nonblocking_, casts_};
    std::optional<int> thread_level_;
    bool may_have_thread_ = false;
    std::atomic<bool> multicast_failed_ = false;
    bool lists_stay_native_ = false, nonblocking_works_ = false, wants_nonblocking_ = false;
    std::vector<std::unique_ptr<communicator>> leaving_; // freed by the program with operations in flight
    // With the number of the last operation that may need it.
    std::vector<std::pair<MPI_Datatype, std::uint64_t>> kept_types_;
    std::vector<std::pair<MPI_Op, std::uint64_t>> kept_ops_;
    std::atomic<int> kept_{0}; // of both
    std::uint64_t rested_at_ = 0; // the newest operation when MPI first came to its end
};

// MPICH has 2048 contexts in all.
constexpr int process::budget()
{
#if defined(HOCKET_ABI_OMPI)
    return 1024;
#else
    return 64;
#endif
}

} // namespace hocket
