// SPDX-License-Identifier: BSD-3-Clause
// Operations that the program starts again and again. What it holds is a persistent receive of a message from this rank
// to itself, which is sent when the operation has ended. One that ends well while it is started sends none: its receive
// is not started, and so is nothing to wait for. Waiting and testing take it for what has ended; only who asks which
// of several has ended has to get the message after all.
#pragma once
#include "drive/nonblocking.hpp"
#include <unordered_map>

namespace hocket {

// Of the program's, and needed as long as a request lives.
struct handles {
    std::vector<MPI_Datatype> types;
    std::vector<MPI_Op> ops;
};

class persistent_requests {
public:
    explicit persistent_requests(nonblocking_engine& by);
    ~persistent_requests();

    bool any() const { return count() > 0; }
    int count() const { return count_.load(std::memory_order_acquire); }
    // The request stands for the operation from now on, and is not active.
    int add(std::unique_ptr<nonblocking_operation> one, handles uses, MPI_Request* request);
    // None: it is no request of these.
    std::optional<int> start(MPI_Request request);
    // So many of this process have ended without a message, and the program is not known to have heard of it. Asked by
    // each wait and test of a program: not behind a pointer.
    static int unheard() { return all_unheard_.load(std::memory_order_relaxed); }
    // The program hears now of those of `n` requests that have ended so. False: none has.
    bool hear(int n, const MPI_Request* requests);
    // The program asks which of them have ended: they get their messages.
    int tell(int n, const MPI_Request* requests);
    // The program frees it. One that is active ends by itself.
    void forget(MPI_Request request);
    // At the end of MPI.
    void clear();
    bool uses_type(MPI_Datatype type);
    bool uses_op(MPI_Op op);

private:
    class repeated;

    void list(repeated& one);
    // By who holds the list.
    static void count_unheard(int more) { all_unheard_.store(unheard() + more, std::memory_order_relaxed); }
    // One that is among these, and is on the list no longer; null: there is none.
    repeated* take_unheard(int n, const MPI_Request* requests);

    nonblocking_engine& by_;
    static inline std::atomic<int> all_unheard_{0};

    std::atomic<int> count_{0};
    std::unordered_map<MPI_Request, std::unique_ptr<repeated>> all_; // with the engine's gate held
    spin_lock list_; // nobody waits for what goes on with the gate held to ask whether there is anything to hear
    std::vector<repeated*> unheard_;
    MPI_Comm self_ = MPI_COMM_NULL;
    std::vector<int> free_tags_;
    int tags_ = 0; // so many have been in use
};

} // namespace hocket
