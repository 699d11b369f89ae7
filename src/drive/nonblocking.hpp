// SPDX-License-Identifier: BSD-3-Clause
// Operations that go on while the program does something else. Whoever makes the library's progress makes theirs.
#pragma once
#include "async/frame_pool.hpp"
#include "async/task.hpp"
#include "drive/spin_lock.hpp"
#include "drive/surroundings.hpp"
#include "drive/tag_ranges.hpp"
#include "transports/mpi/flights.hpp"
#include "transports/mpi/progress_hook.hpp"
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <tuple>
#include <vector>

namespace hocket {

class nonblocking_operation;

// What stands for an operation in the program's hands.
class carrier {
public:
    // The operation has ended; it is this one's to start again or to delete.
    virtual void over(nonblocking_operation& which, int code) = 0;

protected:
    ~carrier() = default;
};

class nonblocking_operation {
public:
    // `at` has the tags of that range.
    nonblocking_operation(std::unique_ptr<seat> at, tag_ranges& tags, int range)
        : tags_{tags, range}, seat_(std::move(at)), port_(seat_->port)
    {
    }
    // Once its data are gone, and before its tags let go of the communicator.
    virtual ~nonblocking_operation() { tags_.of.leave_seat(tags_.range, std::move(seat_)); }
    nonblocking_operation(const nonblocking_operation&) = delete;
    nonblocking_operation& operator=(const nonblocking_operation&) = delete;
    static void* operator new(std::size_t n) { return frame_pool::take(n); }
    static void operator delete(void* p, std::size_t n) noexcept { frame_pool::give(p, n); }

    // Goes with the operation.
    void keep(std::unique_ptr<surroundings> around) { around_ = std::move(around); }
    // Where something was wrong with a multicast, ranks that have had the error take part in nothing more. null: there
    // is none. It outlives the operation.
    void ends_with(const multicast_links* casts) { casts_ = casts; }
    bool is_over() const { return done_.done() || port_.failure(); }
    // Keeps nothing of the port's memory until it is started again. Where it has begun, its port has come to its end.
    void rest()
    {
        relax();
        if (!has_begun_) port_.end();
        done_ = {};
        has_begun_ = false;
    }

protected:
    // Up to where it first has to wait.
    virtual void begin(completion& done) = 0;
    // After the algorithm has ended well.
    virtual void end() = 0;
    // Lets go of the task and its data.
    virtual void clear() = 0;
    // The same, but for data that serve the next start as they are.
    virtual void relax() = 0;

private:
    friend class nonblocking_engine;
    struct counted {
        tag_ranges& of;
        int range;
        int alive = ++of.alive();
        ~counted()
        {
            of.give_back(range);
            --of.alive();
        }
    };
    counted tags_; // the last to go
    int failure_of_casts() const { return casts_ ? casts_->failure() : MPI_SUCCESS; }

    std::unique_ptr<surroundings> around_;
    const multicast_links* casts_ = nullptr;
    std::unique_ptr<seat> seat_;
    nonblocking_operation* next_ = nullptr; // waits for this one's tags
    std::uint64_t number_ = 0;
    carrier* told_ = nullptr;
    completion done_;
    bool has_begun_ = false;

protected:
    mpi_port& port_;
};

// On the data of a call, which are made of the port and `user`; start(port, data) makes the task.
template <class Data, class Start, class... User> class nonblocking_on final : public nonblocking_operation {
public:
    nonblocking_on(std::unique_ptr<seat> at, tag_ranges& tags, int range, Start start, const User&... user)
        : nonblocking_operation(std::move(at), tags, range), start_(start), user_(user...)
    {
        prepare();
    }
    bool is_usable() const
    {
        if constexpr (requires { data_->is_usable(); }) return data_->is_usable();
        else return true;
    }

private:
    static_assert(alignof(Data) <= alignof(std::max_align_t), "the pool aligns as malloc does");
    void prepare()
    {
        if (!data_) std::apply([this](auto&... user) { data_.emplace(port_, user...); }, user_);
        work_.emplace(start_(port_, *data_));
    }
    void begin(completion& done) override
    {
        if (!work_) prepare();
        if constexpr (requires { data_->picture(); }) port_.begin(data_->picture());
        if constexpr (requires { data_->before(); }) data_->before();
        work_->start(done);
        if constexpr (requires { data_->meanwhile(); })
            if (!port_.failure()) data_->meanwhile();
    }
    void end() override
    {
        if constexpr (requires { data_->after(); }) data_->after();
    }
    void clear() override
    {
        work_.reset();
        data_.reset();
    }
    void relax() override
    {
        if constexpr (requires { data_->serves_again(); })
            if (data_ && data_->serves_again()) return work_.reset();
        clear();
    }

    Start start_;
    std::tuple<User...> user_;
    std::optional<Data> data_;
    std::optional<task> work_;
};

class nonblocking_engine {
public:
    explicit nonblocking_engine(progress_hook::function calls_poll) : hook_(calls_poll) {}

    // A thread's turn: one at a time. Who comes out of the library's progress goes away again; others wait, but for the
    // one that has it and comes again from a function of the program's that the library calls meanwhile.
    class turn {
    public:
        explicit turn(nonblocking_engine& of) : of_(of), begins_(!of.gate_.is_mine())
        {
            if (begins_) of_.gate_.lock();
        }
        turn(nonblocking_engine& of, std::try_to_lock_t) : of_(of), begins_(of.gate_.try_lock()) {}
        ~turn()
        {
            if (!begins_) return;
            of_.begin_what_was_put_off();
            of_.gate_.unlock();
        }
        turn(const turn&) = delete;
        turn& operator=(const turn&) = delete;
        // It had none before.
        bool begins() const { return begins_; }

    private:
        nonblocking_engine& of_;
        bool begins_;
    };

    // Can anything go on by itself under this library? Local, and only before other messages to this rank itself.
    bool works() { return hook_.works(); }

    flights& messages() { return flights_; }
    // The request stands for the operation from now on; `comm` is any. An error: there is no operation any longer.
    int start(std::unique_ptr<nonblocking_operation> one, MPI_Comm comm, MPI_Request* request);
    // One that has not begun.
    void drop(std::unique_ptr<nonblocking_operation> one)
    {
        turn mine(*this);
        one.reset();
    }
    // One whose tags nobody else has. `told` hears of its end, perhaps at once.
    void start_again(nonblocking_operation& one, carrier& told, const turn& mine);
    // From the library's progress, by any thread. False: nothing had happened, or another thread is at it.
    bool poll();
    // How many there are, in all.
    int in_flight() const { return in_flight_.load(std::memory_order_acquire); }
    // Requests of the program's for one operation each that it has not heard the end of.
    int unheard() const { return unheard_.load(std::memory_order_relaxed); }
    // They are numbered as they start: the last, and the first of those that are in flight, else the next.
    std::uint64_t newest() const { return started_in_all_; }
    std::uint64_t oldest();
    // Progress until none is left or `seconds` have passed; how many are.
    int finish(double seconds);
    void stop() { hook_.stop(); }
    // MPI ends. Where its progress calls nobody any longer, what starts now ends in the call that starts it.
    void ends_at_once()
    {
        turn mine(*this);
        ends_at_once_ = progress_hook::is_over_before_mpi;
    }
    bool is_at_its_end() const { return ends_at_once_; }
    // From now on the hook is there, whatever is in flight: others have work for it too.
    void keep_hook()
    {
        turn mine(*this);
        hook_.start();
    }
    // Called whenever an operation starts that has to wait, with the gate held.
    void when_one_starts(std::function<void()> call) { started_ = std::move(call); }
    // Polls that found something.
    unsigned moved() const { return moved_.load(std::memory_order_relaxed); }
    static constexpr int never_sent = 32767; // a tag, on MPI_COMM_SELF

    // A request that is complete.
    static int complete(MPI_Comm comm, MPI_Request* request)
    {
        return mpi.Irecv(nullptr, 0, MPI_BYTE, MPI_PROC_NULL, 0, comm, request);
    }

private:
    void begin(nonblocking_operation& one);
    nonblocking_operation* line_up(nonblocking_operation& one);
    void leave_line(nonblocking_operation& one, nonblocking_operation* before, int code);
    int give_request(nonblocking_operation& one, MPI_Request* request);
    int conclude(nonblocking_operation& one);
    void look(nonblocking_operation& one);
    void bring_to_end(nonblocking_operation& one);
    bool progress_near();
    bool meets_threads();
    int put_off(std::unique_ptr<nonblocking_operation> one, MPI_Request* request);
    void begin_what_was_put_off();
    void watch(nonblocking_operation& one);
    void attend(nonblocking_operation& one);
    bool fail_with_casts();
    void sweep();
    void let_go(nonblocking_operation& one);

    spin_lock gate_;
    std::atomic<int> in_flight_{0}, unheard_{0};
    std::atomic<unsigned> moved_{0};
    unsigned polls_ = 0;
    bool ends_at_once_ = false;
    std::atomic<std::uint64_t> started_in_all_{0};
    std::function<void()> started_;
    flights flights_;
    std::vector<nonblocking_operation*> all_;
    std::vector<nonblocking_operation*> near_; // of these, those that have begun and go through shared memory
    std::vector<nonblocking_operation*> put_off_;
    int thread_level_ = -1; // not asked for yet
    progress_hook hook_;
};

} // namespace hocket
