// SPDX-License-Identifier: BSD-3-Clause
// Messages to all nodes at once: packets over a socket, and letters over MPI.
#pragma once
#include "net/request.hpp"
#include "transports/mpi/letters.hpp"
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
    cast_faults faults; // for tests
};

class multicast_links final : public cast_channels {
public:
    // `in`: of a rank that receives. `warn` is called once, when multicast is given up.
    multicast_links(MPI_Comm comm, int rank, const layout& where, const multicast_terms& by, cast_socket out,
                    std::optional<cast_socket> in, std::function<void()> warn);

    bool casts(std::size_t n, int members, bool leaders) const
    {
        return n <= cast_packet::longest && members == where_.nodes() && (leaders || where_.largest() == 1);
    }
    // Never done at once: r ends in progress().
    void post(request& r);
    void cancel(request& r) noexcept;
    // Calls ended(request&) for what has ended. False: nothing had happened.
    template <class Ended> bool progress(Ended ended)
    {
        if (is_idle()) return false;
        bool moved = turn();
        if (!moved && ready_.empty()) doze();
        if (ready_.empty() || !letters_.all_gone()) return moved;
        for (auto n = ready_.size(); n > 0 && !ready_.empty(); --n) {
            auto& one = *ready_.front();
            ready_.pop_front();
            ended(one);
        }
        return true;
    }
    int failure() const { return failure_ ? failure_ : letters_.failure(); }
    const cast_counts& counts() const { return member_.counts(); }
    std::uint64_t packets_sent() const { return packets_sent_; }

private:
    bool multicast(const cast_packet& what) override;
    bool post(int to, const cast_letter& what) override;
    bool is_idle() const { return member_.is_idle() && ready_.empty(); }
    bool turn();
    bool read_packets(cast_time now);
    bool flush();
    void doze();

    static constexpr int most_reads = 8; // in one turn, however much comes

    layout where_;
    packet_format format_;
    cast_socket out_;
    std::optional<cast_socket> in_;
    letters letters_;
    faulty_line line_;
    cast_member member_;
    std::function<void()> warn_;
    std::vector<std::byte> outgoing_, incoming_;
    std::vector<std::size_t> sizes_; // of packets to be sent
    std::deque<request*> ready_;
    std::uint64_t packets_sent_ = 0;
    cast_time last_move_ = 0;
    bool looks_at_letters_ = true;
    int failure_ = MPI_SUCCESS;
};

} // namespace hocket
