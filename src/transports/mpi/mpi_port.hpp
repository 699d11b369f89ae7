// SPDX-License-Identifier: BSD-3-Clause
// The verbs over MPI point-to-point, on a communicator that nobody else uses.
#pragma once
#include "topology/layout.hpp"
#include "transports/arena.hpp"
#include "transports/engine.hpp"
#include "transports/mpi/flights.hpp"
#include "transports/mpi/multicast_links.hpp"
#include "transports/neighbours.hpp"
#include <memory>
#include <optional>
#include <vector>

namespace hocket {

class mpi_port final : public engine {
public:
    // `comm` returns errors instead of ending the program; it is the owner's to free, after this port.
    mpi_port(MPI_Comm comm, memory_pool& pool) : comm_(comm), in_(&own_), arena_(pool) {}
    // One operation of several on `comm` at a time: its messages have tags from `tags` on, and are `with` those of
    // others.
    mpi_port(MPI_Comm comm, memory_pool& pool, flights& with, int tags)
        : comm_(comm), tags_(tags), in_(&with), arena_(pool)
    {
    }
    ~mpi_port() override;
    mpi_port(const mpi_port&) = delete;
    mpi_port& operator=(const mpi_port&) = delete;

    bool post(request& r) override;
    void cancel(request& r) noexcept override;
    bytes scratch(std::size_t n) override { return arena_.take(n); }
    bool tells_all(std::size_t n, bool node) const override { return near_ && near_->tells_all(n, node); }
    bool takes_pieces(int rank, std::size_t n) const override { return near_ && near_->takes_pieces(rank, n); }
    bool casts(std::size_t n, int members, bool leaders) const override
    {
        return cast_ && cast_->casts(n, members, leaders);
    }
    void disagree(const disagreement_of& which) override;
    bool progress(bool all) override;
    int failure() const noexcept override { return failure_; }

    // Between operations: what the buffer of the next one is a picture of, if it is one.
    void begin(staging* picture)
    {
        picture_ = picture;
        if (near_) near_->begin(picture);
    }
    void end();
    // The next operation may be any. False: the last one has failed, or somebody still uses its memory.
    bool is_as_new() const { return !failure_ && parked_.empty() && !has_left_lent(); }
    // Until then.
    void keep_nothing()
    {
        picture_ = nullptr;
        landings_.clear();
        arena_.release();
    }
    // Who disagreed, where that is what failed.
    const std::optional<disagreement_of>& disagreement() const { return disagreement_; }
    // An error found elsewhere, for instance while packing.
    void fail(int code) { failure_ = failure_ ? failure_ : code; }

    // Makes the communicator on which native broadcasts between the first ranks of the nodes run. Collective.
    int prepare_leaders(const layout& where);
    bool has_leaders() const { return has_leaders_; }

    heard_of heard() const { return near_ ? near_->heard() : heard_of{}; }
    // A shorter way to some ranks, from now on.
    void take_short_way(std::shared_ptr<neighbours> near) { near_ = std::move(near); }

    // While a multicast is under way it says itself when it sleeps.
    bool awaits_messages_only() const override { return (!cast_ || cast_->is_idle()) && (!near_ || near_->is_idle()); }
    bool has_short_way() const { return near_ != nullptr; }
    // One look at the short way alone, also from inside the library's own progress. False: nothing had happened.
    bool progress_by_short_way(bool all);
    // So many looks see whatever has come: MPICH looks again after it has let messages in, others may not.
#if defined(HOCKET_ABI_MPICH)
    static constexpr int enough_looks = 1;
#else
    static constexpr int enough_looks = 2;
#endif

    // One message for all nodes, from now on.
    void take_multicast(std::unique_ptr<multicast_links> by) { cast_ = std::move(by); }
    const multicast_links* multicast() const { return cast_.get(); }
    int settle_multicast() { return cast_ ? cast_->settle() : MPI_SUCCESS; }

    MPI_Comm comm() const { return comm_; }
    MPI_Comm leaders() const { return leaders_; }
    int tag_of(int context) const { return tags_ + context; }
    // By others' progress, inside of which it may make none itself.
    bool is_carried() const { return tags_ != 0; }

    // A message has come, or gone: what it was for, before whoever waits for it goes on.
    void land(const posted& one);

private:
    bool is_near(const request& r) const { return near_ && r.what != verb::native_bcast && near_->reaches(r.peer); }
    bool has_left_lent() const { return near_ && near_->has_left_lent(); }
    bool post_near(request& r);
    bool progress_near(bool all);
    bool progress_cast(bool all);
    bool post_cast(request& r);
    void look_after_mpi();
    bool post_message(request& r);
    bool is_worth_asking(const request& r, MPI_Request handle) const;
    bytes landing_for(std::size_t n);
    int start(const request& r, std::byte* landing, MPI_Request& handle);
    int start_pieces(const request& r, MPI_Request& handle);
    int start_native(const request& r, MPI_Request& handle);
    void do_here(const request& r);
    bool has_ended(MPI_Request& handle, bool receiving) const;
    void withdraw(MPI_Request handle, bool receiving) noexcept;

    MPI_Comm comm_, leaders_ = MPI_COMM_NULL;
    int tags_ = 0;
    const layout* where_ = nullptr;
    bool has_leaders_ = false;
    std::shared_ptr<neighbours> near_; // null: there are none
    std::unique_ptr<multicast_links> cast_;
    unsigned looks_ = 0, quiet_ = 0;   // at them, since MPI was last looked after; in a row that found nothing
    unsigned unseen_ = 0;              // operations since MPI was last looked after
    int failure_ = MPI_SUCCESS;
    std::optional<disagreement_of> disagreement_;
    staging* picture_ = nullptr;

    flights own_, *in_;
    std::vector<bytes> landings_; // that no message needs any longer, of this operation
    std::vector<MPI_Request> parked_; // cancelled, but the library is not through with them
    arena arena_;
};

} // namespace hocket
