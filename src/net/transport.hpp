// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "net/request.hpp"

namespace hocket {

// What a rank of the communicator has told about its block, and what the root has been told by its caller.
struct disagreement_of {
    int rank;
    std::size_t announced, expected; // bytes
};

// The engine under a communicator: MPI, shared memory, the virtual ranks of a world. Contract:
// * messages match by (context, sender, receiver) in the order of posting; lengths agree; nothing is buffered
//   as far as an algorithm may tell;
// * a buffer that is being sent may be read, and one that is being received may be written, at any time
//   between post and finish;
// * everything happens on one thread at a time.
class transport {
public:
    virtual ~transport() = default;

    // True: complete on return, the caller does not suspend, done stays untouched.
    // False: r.finish() is called later, from the transport's own progress, never from inside post.
    virtual bool post(request& r) = 0;

    // The owner goes away while r is in flight: afterwards the transport touches neither r nor a buffer that
    // it receives into. A send may park until the peer has taken it.
    virtual void cancel(request& r) noexcept = 0;

    // Does it take one message of n bytes to all ranks of the communicator, or of the sender's `node`? All of these
    // have the same answer. Each of the others receives it, in the order in which its sender tells within one context.
    virtual bool tells_all([[maybe_unused]] std::size_t n, [[maybe_unused]] bool node) const { return false; }

    // Do n bytes to or from that rank go as fast in many short pieces as in one?
    virtual bool takes_pieces([[maybe_unused]] int rank, [[maybe_unused]] std::size_t n) const { return false; }

    // Does one message of n bytes over the network reach `members` ranks: the first one of each node, `leaders`, or
    // all? Every rank has the same answer. The rank that sends it stands for its own node.
    virtual bool casts([[maybe_unused]] std::size_t n, [[maybe_unused]] int members,
                       [[maybe_unused]] bool leaders) const
    {
        return false;
    }

    // The ranks' arguments do not fit together: the operation ends with an error that names the rank.
    virtual void disagree(const disagreement_of& which) = 0;

    // n bytes until the end of the operation, not cleared, aligned to 64.
    virtual bytes scratch(std::size_t n) = 0;

    // The same for what the algorithm itself looks at: sizes, lists. Where no data exists, as in a simulation, this
    // does, and messages between such memory carry it.
    virtual bytes ledger(std::size_t n) { return scratch(n); }
};

} // namespace hocket
