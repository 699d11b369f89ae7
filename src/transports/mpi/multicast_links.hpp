// SPDX-License-Identifier: BSD-3-Clause
// Messages to all nodes at once: packets over a socket, and letters over MPI.
#pragma once
#include "net/request.hpp"
#include "transports/mpi/cast_keeper.hpp"
#include "transports/mpi/letters.hpp"
#include "transports/mpi/taken.hpp"
#include "transports/multicast/cast_member.hpp"
#include "transports/multicast/cast_socket.hpp"
#include "transports/multicast/faults.hpp"
#include <functional>

namespace hocket {

// What the ranks of a communicator agree on for it.
struct multicast_terms {
    std::uint64_t communicator = 0;
    hash_key key;
    std::uint32_t window = 0;
    bool carried = false; // by the library's own progress, on all ranks
    cast_faults faults; // for tests
};

class multicast_links final : public cast_channels {
public:
    // `in`: of a rank that receives. `keeper` outlives it. `warn` is called once, when multicast is given up.
    multicast_links(MPI_Comm comm, int rank, const layout& where, const multicast_terms& by, cast_socket out,
                    std::optional<cast_socket> in, cast_keeper* keeper, std::function<void()> warn);
    ~multicast_links() override;

    bool casts(std::size_t n, int members, bool leaders) const
    {
        return n <= cast_packet::longest && members == where_.nodes() && (leaders || where_.largest() == 1);
    }
    // Never done at once: r ends in progress().
    void post(request& r);
    void cancel(request& r) noexcept;
    // Calls ended(request&) for what has ended; all: whether it looks anyhow or not; alone: nothing else is waited for,
    // so it may sleep. False: nothing had happened.
    template <class Ended> bool progress(Ended ended, bool all, bool alone)
    {
        if (is_idle()) return (++quiet_ % (owes_ ? seldom : rarely) == 0 || all) && go_on(alone);
        bool moved = go_on(alone);
        if (ready_.empty() || !may_end_) return moved;
        for (auto n = ready_.size(); n > 0; --n)
            if (auto* one = next_ready()) ended(*one);
        return true;
    }
    // From inside the library's own progress, by one thread at a time: what others need of messages that have been
    // left, and at times whether one of them has failed.
    bool go_on_inside();
    // The same between calls.
    void go_on_alone()
    {
        if (owes()) go_on(true);
    }
    bool owes() const { return owes_; }
    // Nobody waits for any of its messages.
    bool is_idle() const { return member_.is_idle() && ready_.empty(); }
    // Before the communicator goes: waits until nobody needs what this rank has left, unless something is wrong. What
    // is, or success.
    int settle();
    int failure() const
    {
        int mine = failure_;
        return mine ? mine : letters_.failure();
    }
    const cast_counts& counts() const { return member_.counts(); }
    std::uint64_t packets_sent() const { return packets_sent_; }

private:
    bool multicast(const cast_packet& what) override;
    bool post(int to, const cast_letter& what) override;
    bool go_on(bool alone);
    request* next_ready();
    void note_state();
    bool turn();
    bool read_packets(cast_time now);
    void collect_ended(cast_time now);
    bool look_at_letters(cast_time now);
    bool flush();
    bool doze();

    static constexpr int most_reads = 8; // in one turn, however much comes
    // Looks of other messages' progress; where nothing is owed, somebody who has failed may be what these wait for.
    static constexpr unsigned seldom = 32, rarely = 256;

    layout where_;
    packet_format format_;
    cast_socket out_;
    std::optional<cast_socket> in_;
    letters letters_;
    faulty_line line_;
    cast_member member_;
    cast_keeper* keeper_; // null: no message is left before others have it
    std::function<void()> warn_;
    std::vector<std::byte> outgoing_, incoming_;
    std::vector<std::size_t> sizes_; // of packets to be sent
    std::deque<request*> ready_;
    std::uint64_t packets_sent_ = 0;
    cast_time last_move_ = 0, written_ = 0; // written_: the last letter
    std::atomic_flag taken_; // by one thread, or by a call that makes progress inside
    std::atomic<bool> owes_ = false;
    unsigned quiet_ = 0, turns_ = 0, inside_ = 0;
    bool may_end_ = false; // letters are gone that who goes on would have to look after
    bool looks_at_letters_ = true, fails_ = false;
    std::atomic<int> failure_ = MPI_SUCCESS;
};

} // namespace hocket
