// SPDX-License-Identifier: BSD-3-Clause
// What Hocket keeps for one of the user's communicators: what runs there, and with what.
#pragma once
#include "choose/chooser.hpp"
#include "choose/tryout.hpp"
#include "drive/nonblocking.hpp"
#include "interpose/allgather_call.hpp"
#include "interpose/alltoall_call.hpp"
#include "interpose/barrier_call.hpp"
#include "interpose/bcast_call.hpp"
#include "interpose/device_reductions.hpp"
#include "interpose/neighbor_call.hpp"
#include "interpose/private_communicator.hpp"
#include "interpose/reduction_call.hpp"
#include "interpose/rooted_call.hpp"
#include "interpose/tally.hpp"
#include "profile/call_profile.hpp"
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>

namespace hocket {

class communicator {
public:
    // Local. `born` orders the communicators of this process by age.
    communicator(MPI_Comm handle, std::uint64_t born);
    ~communicator();
    std::uint64_t born() const { return born_; }

    // The value of an info key; judged here, reported by the ranks together at the next call.
    void hint(collective of, const std::string& text);
    // The ranks agree again at their next call.
    void unsettle() { settled_ = false; }
    // Collective: nonblocking calls, which may not wait for others, find what they may need.
    void get_ready();
    // The program gives it up, by any thread: who waits in one of ours hears of that, and later calls are the
    // library's.
    void revoke();
    // Operations of ours that go on, or may be started. While there are any, this object has to stay.
    bool has_in_flight() const { return operations() > 0; }
    int operations() const { return tags_ ? tags_->alive().load() : 0; }

    tally& counts() { return counts_; }
    // Null where none is made.
    call_profile* profile() { return profile_.get(); }
    // What was to run last; it ran if the tally says so. Read before the next call.
    const std::string* prepared() const { return prepared_; }
    int rank() const { return rank_; }
    int size() const { return size_; }
    // Between two groups, whose calls have other blocks.
    bool is_inter() const { return inter_; }
    // This rank has left out a collective that others may have begun: each later one is the same error here.
    void fail(int code) { failure_ = failure_ ? failure_ : code; }
    int failure() const { return failure_; }
    // Raises it. An error of MPI's is the user's to handle.
    int give_up(int code);
    // Told and checked as the process has it now.
    void watch_again();
    // Null where the ranks have not agreed on anything yet; `why` says so.
    const decision* would_run(collective what, std::size_t n, std::string& why);

    int run(const barrier_call& call);
    int run(const bcast_call& call);
    int run(const rooted_call& call);
    int run(const allgather_call& call);
    int run(const reduction_call& call);
    int run(const alltoall_call& call);
    int run(const neighbor_call& call);
    // Where the buffers lie; none: this call is to go on otherwise, on all ranks.
    std::optional<int> run_on_devices(const reduction_call& call);

private:
    // What a choice depends on: whether the program goes on meanwhile, and whether there is memory for that.
    enum class form : unsigned char { blocking, later, later_in_memory, again_in_memory };
    // What one collective runs here.
    struct choices {
        std::string hint, hint_mistake;
        // Made at the first call: of each form for operators that commute, then for those that do not.
        std::shared_ptr<chooser> choose[8];
        // Could measurements choose nonblocking and persistent ones? None: not asked yet.
        std::optional<bool> is_measured[2];
        bool never_ours = false;         // the library's whatever the size, and nothing is to be said of it
        std::uint64_t native_below = 0;  // the same for fewer bytes
        known_call last;                 // blocking one, where others may be like it
    };
    // What is said of one.
    struct call_size {
        collective which;
        std::optional<std::size_t> bytes; // none where no choice depends on them
        bool commutative = true;
        form how = form::blocking;
        std::string name() const;
        std::string text() const;
    };
    choices& of(collective c) { return choices_[std::size_t(c)]; }
    bool settle();
    // At each call, on every rank alike; persistent ones of a rank that is not watched may have gone to the library.
    template <class Call> bool is_ready(const Call& call)
    {
        if (call.later && !call.later.persistent) return settled_;
        if (!settled_ && !settle()) return false;
        if (!call.later && calls_until_shared_ > 0 && --calls_until_shared_ == 0) share_memory();
        return true;
    }
    // Each call, before anything is asked of it.
    template <class Call> void count(const Call& call)
    {
        if (call.later && !call.later.persistent && counts_nonblocking_) count_nonblocking(call.which);
    }
    // Nothing of ours could run it, and nothing is to be said of that.
    template <class Call> bool is_left_to_library(const Call& call)
    {
        if (!call.later || watched_) return false;
        bool persistent = call.later.persistent;
        return settled_ ? !tags_ && !(persistent && may_be_measured(call.which, true)) : !persistent;
    }
    // Collective for a persistent call.
    template <class Call> form form_of(const Call& call)
    {
        if (!call.later) return form::blocking;
        if (!call.later.persistent) return may_use_lanes() ? form::later_in_memory : form::later;
        return may_be_measured(call.which, true) && ready_lasting_lane() ? form::again_in_memory : form::later;
    }
    bool agree_with_others();
    bool may_leave_to_devices(collective what) const;
    void take_kernels_alone();
    void get_ready_for_devices();
    std::string own_opinion() const;
    std::string own_mistake() const;
    std::shared_ptr<chooser>& chooser_of(collective what, bool commutative, form how)
    {
        return of(what).choose[2 * std::size_t(how) + (commutative ? 0 : 1)];
    }
    const decision& choice_of(collective what, std::size_t n, bool commutative = true, form how = form::blocking)
    {
        auto& choose = chooser_of(what, commutative, how);
        if (!choose) [[unlikely]]
            make_choosers(what, how);
        return (*choose)(n);
    }
    // Of a call that is made: every rank makes it.
    const decision& decide(collective what, std::size_t n, bool commutative, form how)
    {
        auto& made = choice_of(what, n, commutative, how);
        if (!made.counts_on_multicast || multicast_works_.has_value()) [[likely]]
            return made;
        try_multicast();
        return choice_of(what, n, commutative, how);
    }
    void try_multicast();
    bool asks_for_multicast() const;
    bool may_multicast() const;
    void explain_no_multicast() const;
    void forget_choices();
    // Most calls are short, and those that the library does best should cost nothing more.
    template <class Call> bool is_surely_native(collective what, const Call& call)
    {
        auto below = of(what).native_below;
        return below > 0 && !call.later && settled_ && is_less_than(below, call.size(rank_));
    }
    void make_choosers(collective what, form how);
    std::uint64_t native_until(collective what, bool commutative);
    bool is_native(const decision& made) const { return made.plan.runs == way::native && !watched_; }

    int run(const bound_plan& plan, const bcast_call& call, std::size_t element);
    int run_watched(const decision& made, const bcast_call& call, std::size_t element);
    int run(const bound_plan& plan, const rooted_call& call, const rooted_user& user);
    int run_watched(const decision& made, const rooted_call& call, const rooted_user& user);
    int run(const bound_plan& plan, const barrier_call& call);
    int run_watched(const decision& made, const barrier_call& call);
    int run(const bound_plan& plan, const allgather_call& call, const allgather_user& user);
    int run_watched(const decision& made, const allgather_call& call, const allgather_user& user);
    int run(const bound_plan& plan, const reduction_call& call, const reduction_user& user);
    int run_watched(const decision& made, const reduction_call& call, const reduction_user& user);
    int run(const bound_plan& plan, const alltoall_call& call, const alltoall_user& user);
    int run_watched(const decision& made, const alltoall_call& call, const alltoall_user& user);
    int run(const bound_plan& plan, const neighbor_call& call, const neighbor_user& user);
    int run_watched(const decision& made, const neighbor_call& call, const neighbor_user& user);
    bool may_choose_neighbors();
    bool knows_neighbors(bool later);
    template <class Call> int run_judged(const Call& call); // interpose/drive.hpp
    // For calls like one before: interpose/drive.hpp.
    template <class Call> const known_call* known_like(const Call& call);
    template <class Call> int run_now(const Call& call, const known_call& like);
    template <class Call, class... User> void remember(const bound_plan& plan, const Call& call, const User&... user);
    template <class Call, class Go> int go_on_host_memory(const Call& call, Go go); // interpose/drive.hpp
    template <class Data, class Call, class Start, class... User>
    int drive(const Call& call, Start start, const User&... user); // interpose/drive.hpp
    template <class Data, class Call, class Start, class... User>
    int set_off(const Call& call, Start start, const User&... user); // interpose/drive.hpp
    template <class Call, class... User>
    int run_later(const decision& made, const call_size& size, const Call& call,
                  const User&... user); // interpose/drive.hpp
    template <class Call> int move_nothing(const Call& call) const
    {
        if (!call.later) return MPI_SUCCESS;
        // MPICH 4.0 hangs in the next persistent collective of its own after a receive from nobody like this one.
        if (!tags_) return call.native();
        return call.later.persistent ? mpi.Recv_init(nullptr, 0, MPI_BYTE, MPI_PROC_NULL, 0, comm_, call.later.request)
                                     : nonblocking_engine::complete(comm_, call.later.request);
    }
    template <class Call, class... User>
    int run_told(const decision& made, const call_size& size, const Call& call, const User&... user);

    template <class Call> bool prepare(const bound_plan& plan, const Call& call)
    {
        prepared_ = &plan.text;
        if (!call.later) return prepare(plan);
        return can_set_off(plan) && (!call.later.persistent || has_lasting_tags());
    }
    bool prepare(const bound_plan& plan);
    // Nothing may be made for it now, and collectives of the library's inside it could meet in another order elsewhere.
    bool can_set_off(const bound_plan& plan) const { return private_ && tags_ && tags_->any() && !plan.uses_native; }
    bool has_lasting_tags();
    bool may_run_nonblocking() const;
    bool has_private(std::string& why, bool can_do_without = false);
    void share_memory();
    void fetch_memory();
    // Memory for operations that go on by themselves: interpose/lanes.cpp.
    void count_nonblocking(collective what);
    void make_lanes();
    bool has_lanes() const { return private_ && private_->made_lane(0) != nullptr; }
    bool may_use_lanes() const;
    bool may_be_measured(collective what, bool persistent);
    bool ready_lasting_lane();
    std::shared_ptr<memory_lane> lane_of(int range, bool persistent);
    std::unique_ptr<seat> seat_of(int range, bool persistent);
    void fetch_multicast();
    void stand_down(const std::string& why);
    void announce(const decision& made, const call_size& size, const char* more = "");
    void announce_later(const decision& made, call_size size);
    void count_told(const bound_plan& plan, const call_size& size) const;
    tryout* tryout_of(const decision& made, const call_size& size);
    std::vector<bound_plan> rivals_of(const decision& made, const call_size& size) const;
    void settle_tryout(tryout& of, const call_size& size);
    std::string circumstances_of(const decision& made, const call_size& size);
    bool crowded() const;
    // Do messages of the library's come from other nodes only? Those of this one then go through shared memory.
    bool hears_far_messages(const mpi_port& by) const
    {
        return where_ && where_->nodes() > 1 && (where_->largest() == 1 || by.has_short_way());
    }

    waiter waits() const
    {
        auto& port = private_->port();
        return waiter(crowded_, hears_far_messages(port), port.enough_looks);
    }

    tally counts_;
    std::unique_ptr<call_profile> profile_;
    const std::string* prepared_ = nullptr;
    MPI_Comm comm_;
    std::uint64_t born_;
    int rank_ = 0, size_ = 0;
    int failure_ = MPI_SUCCESS; // found before a collective began
    bool inter_ = false;
    std::atomic<bool> native_ = false; // for good
    std::atomic<bool> is_revoked_ = false;
    bool settled_ = false;
    bool watched_ = false; // something is to be said or checked about each call
    bool crowded_ = false;
    bool has_asked_for_memory_ = false, has_shared_ = false;
    std::optional<bool> multicast_works_; // none: not tried for choices
    int calls_until_shared_ = 0;
    int nonblocking_calls_ = 0; // that may come to be measured ones
    bool counts_nonblocking_ = true, wants_lanes_ = false;
    bool has_looked_around_ = false;
    bool shares_ = false; // ranks of a node share memory, and choices count on it
    choices choices_[all_collectives.size()];
    std::optional<layout> where_;
    std::unique_ptr<neighbor_topology> topology_;
    std::shared_ptr<private_communicator> private_;
    std::unique_ptr<device_reductions> on_devices_; // where any rank may have memory of one
    std::vector<std::shared_ptr<void>> former_; // that operations in flight may need, and seats that they leave
    std::optional<tag_ranges> tags_;            // where operations go on by themselves
    std::unordered_set<const decision*> announced_;
    std::map<std::pair<const decision*, int>, std::unique_ptr<tryout>> tryouts_; // by octaves of bytes
};

} // namespace hocket
