// SPDX-License-Identifier: BSD-3-Clause
// Operations that go on while the program does something else. Whoever makes the library's progress makes theirs.
#pragma once
#include "async/task.hpp"
#include "transports/mpi/flights.hpp"
#include "transports/mpi/mpi_port.hpp"
#include "transports/mpi/progress_hook.hpp"
#include <algorithm>
#include <atomic>
#include <memory>
#include <vector>

namespace hocket {

class nonblocking_operation;

// What keeps operations on one communicator apart: each in turn has one of a few ranges of tags. All ranks start their
// operations there in one order. An operation whose range is still in use begins when that is free.
class tag_ranges {
public:
    static constexpr int most = 64, width = 32768; // contexts of a net

    // `upper_bound`: of the library's tags. The first range is that of blocking operations.
    explicit tag_ranges(int upper_bound) : n_(std::min(most, upper_bound / width - 1)) {}
    bool any() const { return n_ > 0; }
    int next() { return 1 + int(taken_++ % unsigned(n_)); }
    nonblocking_operation*& user_of(int range) { return users_[range - 1]; } // the last who is to have it
    std::atomic<int>& in_flight() { return in_flight_; }
    const std::atomic<int>& in_flight() const { return in_flight_; }

private:
    int n_;
    unsigned taken_ = 0;
    nonblocking_operation* users_[most] = {};
    std::atomic<int> in_flight_{0};
};

class nonblocking_operation {
public:
    nonblocking_operation(MPI_Comm comm, memory_pool& pool, flights& with, tag_ranges& tags)
        : tags_(tags), range_(tags.next()), port_(comm, pool, with, range_ * tag_ranges::width)
    {
    }
    virtual ~nonblocking_operation() = default;
    nonblocking_operation(const nonblocking_operation&) = delete;
    nonblocking_operation& operator=(const nonblocking_operation&) = delete;

    mpi_port& port() { return port_; }
    bool is_over() const { return done_.done() || port_.failure(); }

protected:
    // Up to where it first has to wait.
    virtual void begin(completion& done) = 0;
    // After the algorithm has ended well.
    virtual void end() = 0;

private:
    friend class nonblocking_engine;
    tag_ranges& tags_;
    int range_;
    nonblocking_operation* next_ = nullptr; // waits for this one's tags
    MPI_Request carrier_ = MPI_REQUEST_NULL;
    struct ticket* ticket_ = nullptr;
    completion done_;
    bool has_begun_ = false;

protected:
    mpi_port port_;
};

// On the data of a call; `start` makes the task.
template <class Data> class nonblocking_on final : public nonblocking_operation {
public:
    template <class Start, class... User>
    nonblocking_on(MPI_Comm comm, memory_pool& pool, flights& with, tag_ranges& tags, Start start, const User&... user)
        : nonblocking_operation(comm, pool, with, tags), data_(port_, user...), work_(start(port_, data_))
    {
    }
    bool is_usable() const
    {
        if constexpr (requires { data_.is_usable(); }) return data_.is_usable();
        else return true;
    }

private:
    void begin(completion& done) override
    {
        if constexpr (requires { data_.picture(); }) port_.begin(data_.picture());
        if constexpr (requires { data_.before(); }) data_.before();
        work_.start(done);
    }
    void end() override
    {
        if constexpr (requires { data_.after(); }) data_.after();
    }

    Data data_;
    task work_;
};

class nonblocking_engine {
public:
    explicit nonblocking_engine(progress_hook::function calls_poll) : hook_(calls_poll) {}

    // Can anything go on by itself under this library? Local, and only before other messages to this rank itself.
    bool works() { return hook_.works(); }

    flights& messages() { return flights_; }
    // The request stands for the operation from now on; `comm` is any. An error: there is no operation any longer.
    int start(std::unique_ptr<nonblocking_operation> one, MPI_Comm comm, MPI_Request* request);
    // From the library's progress, by any thread. False: nothing had happened, or another thread is at it.
    bool poll();
    // How many there are, in all.
    int in_flight() const { return in_flight_.load(std::memory_order_acquire); }
    // Progress until none is left or `seconds` have passed; how many are.
    int finish(double seconds);
    void stop() { hook_.stop(); }

    // A request that is complete.
    static int complete(MPI_Comm comm, MPI_Request* request)
    {
        return mpi.Irecv(nullptr, 0, MPI_BYTE, MPI_PROC_NULL, 0, comm, request);
    }

private:
    class held;
    static void begin(nonblocking_operation& one);
    static int conclude(nonblocking_operation& one);
    void sweep();
    void let_go(std::unique_ptr<nonblocking_operation> one);

    std::atomic_flag busy_;
    std::atomic<int> in_flight_{0};
    flights flights_;
    std::vector<std::unique_ptr<nonblocking_operation>> all_;
    progress_hook hook_;
};

} // namespace hocket
