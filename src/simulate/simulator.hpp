// SPDX-License-Identifier: BSD-3-Clause
// Virtual ranks on a machine model: the algorithms' own text, timed by discrete events. Nothing is stored in the
// ranks' buffers and scratch, which exist as addresses only, so that millions of ranks fit. Ledgers do exist, and
// messages carry what is in them.
//
//   sender's processor  start .. +overhead      one operation after the other on each rank
//   wire                leave, latency, enter   between nodes (wires); inside a node the memory is shared;
//                                               messages to one peer follow one another at the rate of a flow
//   receiver's processor        .. +overhead    then the receive ends
//
// A message up to the eager limit leaves at once and its send ends at once; a longer one waits for its receiver and a
// round trip, and its send ends when it has arrived. One for all nodes at once: cast_messages.cpp.
#pragma once
#include "async/task.hpp"
#include "catalogue/cast_price_of.hpp"
#include "net/net.hpp"
#include "simulate/casts.hpp"
#include "simulate/events.hpp"
#include "simulate/flights.hpp"
#include "simulate/known_memory.hpp"
#include "simulate/ledger_memory.hpp"
#include "simulate/losses.hpp"
#include "simulate/noise.hpp"
#include "simulate/parcels.hpp"
#include "simulate/trace.hpp"
#include "simulate/wires.hpp"
#include <array>
#include <deque>
#include <functional>
#include <limits>
#include <optional>
#include <unordered_map>

namespace hocket {

class simulator;

// One virtual rank. Its own time runs ahead of the clock while its processor has work.
class virtual_rank final : public transport {
public:
    virtual_rank(simulator& in, int rank, int node, int nic) : in_(in), rank_(rank), node_(node), nic_(nic) {}
    bool post(request& r) override;
    void cancel(request&) noexcept override {} // of a run that is given up
    bytes scratch(std::size_t n) override;
    bytes ledger(std::size_t n) override;
    bool casts(std::size_t n, int members, bool leaders) const override;
    bool tells_all(std::size_t n, bool node) const override;
    bool takes_pieces(int rank, std::size_t n) const override;
    void disagree(const disagreement_of& which) override;

private:
    friend class simulator;
    // What every message touches lies together.
    simulator& in_;
    int rank_, node_, nic_;
    std::uint32_t sends_ = 0;
    double busy_until_ = 0, ended_ = -1;
    std::int64_t cause_ = -1;
    // Messages to one peer share a stream, one behind the other at the rate of a flow. Streams that are over make room.
    struct stream {
        int to = -1;
        double until = 0;
    };
    std::array<stream, 4> streams_;
    std::unordered_map<int, double> more_streams_; // of a rank that sends to many at once
    std::size_t scratch_ = 0, new_scratch_ = 0;
    known_memory known_user_, known_scratch_;
};

struct simulation_options {
    std::uint64_t noise_seed = 0;                                // 0: without noise, and nothing is lost
    double limit = std::numeric_limits<double>::infinity();      // microseconds; a run that passes it is given up
    trace* into = nullptr;
    bool user_is_fresh = true;   // the user's buffers have not been used before
    std::size_t fresh_scratch_from = std::numeric_limits<std::size_t>::max(); // bytes; so much scratch at once is fresh
};

struct simulated {
    double finish = 0, average = 0; // microseconds: the last rank's end, and the mean over ranks
    std::int64_t messages = 0;
    double busiest_nic_bytes = 0;
    bool abandoned = false; // finish is a lower bound
    std::optional<std::string> trouble; // ranks that never end, an operation without a price
};

class simulator {
public:
    // Both outlive the simulator.
    simulator(const machine& by, const layout& where);
    ~simulator();
    simulator(const simulator&) = delete;
    simulator& operator=(const simulator&) = delete;

    // Runs one task per rank, all from time 0.
    simulated run(const std::function<task(net)>& body, const simulation_options& with = {});
    // n bytes of every rank's memory, to be handed to algorithms and not to be touched.
    bytes user_buffer(std::size_t n) const;
    double ended(int rank) const { return ranks_[std::size_t(rank)].ended_; } // in the last run

private:
    friend class virtual_rank;
    bool post(virtual_rank& me, request& r);
    bool post_send(virtual_rank& me, request& r); // messages.cpp and its neighbours, to note()
    std::uint64_t part_of(const request& told, const flight& f) const;
    bool send_to(virtual_rank& me, request& r, int rank, double start);
    bool post_recv(virtual_rank& me, request& r);
    bool post_cast(virtual_rank& me, request& r); // cast_messages.cpp, to end_cast()
    int position_in(const cast_flight& f, const virtual_rank& of) const;
    int node_at(const cast_flight& f, int position) const;
    void schedule(double at, std::uint32_t cast, int position, cast_leg::stage next);
    void cast_moves(std::uint32_t leg);
    void cast_leaves(std::uint32_t i);
    void cast_enters(std::uint32_t i, int position);
    void cast_arrives(std::uint32_t i, int position);
    void cast_is_here(std::uint32_t i, int position);
    void end_cast(std::uint32_t i, int position);
    void begin(std::uint32_t i, double start);
    void agree(std::uint32_t i);
    static double in_stream(virtual_rank& me, int to, double start, double time);
    void depart(std::uint32_t i);
    void arrive(std::uint32_t i);
    void finish(std::uint32_t i);
    void has_read(std::uint32_t i, double at);
    void let_go(std::uint32_t i);
    void resume(virtual_rank& me, request& r, std::int64_t cause);
    double fresh(virtual_rank& me, const request& r);
    bool exists(const std::byte* at) const { return at && std::size_t(at - space_) >= address_space; }
    const machine_level& level_of(const flight& f) const { return f.between_nodes ? by_.network : by_.node; }
    double packing(const request& r) const;
    void pack(flight& f, const request& r);
    void deliver(const flight& f, const request& r);
    double local(const virtual_rank& me) const { return std::max(now_, me.busy_until_); }
    double compute(const request& r) const;
    void note(flight& f, bool sender, const virtual_rank& me);
    void note(cast_flight& f, int position, const virtual_rank& me);
    void note_end(cast_flight& f, int position, double at);
    traced_message& traced(cast_flight& f, int position);
    void reset(const simulation_options& with);
    simulated summary() const;

    const machine& by_;
    const layout& where_;
    wires wires_;
    std::deque<virtual_rank> ranks_;
    std::vector<int> busy_memory_; // messages under way inside each node
    flight_book book_;
    cast_price cast_;
    cast_book casts_;
    loss_source losses_;
    ledger_memory ledgers_;
    parcel_store parcels_;
    event_queue events_;
    noise_source noise_;
    simulation_options with_;
    std::vector<completion> ends_;
    std::optional<std::string> trouble_;
    double now_ = 0, memory_per_byte_, copy_per_byte_, reduce_per_byte_;
    std::int64_t messages_ = 0;
    int running_ = 0;
    // Addresses only: half of them for users' buffers, a quarter each for scratch that is fresh and that is not.
    static constexpr std::size_t address_space = std::size_t(1) << 42;
    std::byte *mapped_, *space_, *new_scratch_space_, *scratch_space_;
};

} // namespace hocket
