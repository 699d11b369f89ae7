// SPDX-License-Identifier: BSD-3-Clause
#include "drive/nonblocking.hpp"
#include <algorithm>
#include <chrono>
#include <thread>

namespace hocket {

// What the library's request knows of an operation. The later of two lets go of it: the operation when it is over, the
// request when the program has heard of that.
struct ticket {
    std::atomic<int> holders{2};
    int code = MPI_SUCCESS;

    static void release(ticket* one)
    {
        if (one->holders.fetch_sub(1) == 1) delete one;
    }
};

namespace {

int tell_status(void* of, MPI_Status* status)
{
    status->MPI_SOURCE = status->MPI_TAG = MPI_UNDEFINED;
    mpi.Status_set_elements(status, MPI_BYTE, 0);
    mpi.Status_set_cancelled(status, 0);
    return static_cast<ticket*>(of)->code;
}

int forget(void* of)
{
    ticket::release(static_cast<ticket*>(of));
    return MPI_SUCCESS;
}

// A collective cannot be cancelled.
int refuse_to_cancel(void*, int)
{
    return MPI_SUCCESS;
}

} // namespace

// One thread at a time. Who comes out of the library's progress goes away again; others wait.
class nonblocking_engine::held {
public:
    explicit held(std::atomic_flag& busy, bool waits) : busy_(busy)
    {
        while (!(has_ = !busy_.test_and_set(std::memory_order_acquire)) && waits) std::this_thread::yield();
    }
    ~held()
    {
        if (has_) busy_.clear(std::memory_order_release);
    }
    held(const held&) = delete;
    held& operator=(const held&) = delete;
    explicit operator bool() const { return has_; }

private:
    std::atomic_flag& busy_;
    bool has_ = false;
};

int nonblocking_engine::start(std::unique_ptr<nonblocking_operation> one, MPI_Comm comm, MPI_Request* request)
{
    held alone(busy_, true);
    auto& last = one->tags_.user_of(one->range_);
    if (last) last->next_ = one.get();
    else begin(*one);
    last = one.get();
    if (one->is_over()) {
        int code = conclude(*one);
        return code == MPI_SUCCESS ? complete(comm, request) : code;
    }
    auto* made = one->ticket_ = new ticket;
    int code = mpi.Grequest_start(tell_status, forget, refuse_to_cancel, made, request);
    if (code != MPI_SUCCESS) return delete made, one->port_.fail(code), conclude(*one);
    one->carrier_ = *request;
    ++one->tags_.in_flight();
    ++in_flight_;
    all_.push_back(std::move(one));
    hook_.start();
    return MPI_SUCCESS;
}

void nonblocking_engine::begin(nonblocking_operation& one)
{
    one.has_begun_ = true;
    one.begin(one.done_);
}

// Its result is where it should be, or never will be. Who waits for its tags begins.
int nonblocking_engine::conclude(nonblocking_operation& one)
{
    if (one.has_begun_ && !one.port_.failure()) one.end();
    one.port_.end();
    auto& last = one.tags_.user_of(one.range_);
    if (last == &one) last = nullptr;
    if (one.next_) begin(*one.next_);
    return one.port_.failure();
}

bool nonblocking_engine::poll()
{
    if (in_flight() == 0) return false;
    held alone(busy_, false);
    if (!alone || !flights_.progress_inside()) return false;
    sweep();
    return true;
}

// The end of one may be the beginning, and at once the end, of another.
void nonblocking_engine::sweep()
{
    auto is_over = [](auto& one) { return one->has_begun_ && one->is_over(); };
    for (auto at = std::ranges::find_if(all_, is_over); at != all_.end(); at = std::ranges::find_if(all_, is_over)) {
        auto one = std::move(*at);
        all_.erase(at);
        let_go(std::move(one));
    }
}

// Nothing of the user's is touched any longer when the user hears of it.
void nonblocking_engine::let_go(std::unique_ptr<nonblocking_operation> one)
{
    auto carrier = one->carrier_;
    auto* heard_by = one->ticket_;
    auto& there = one->tags_.in_flight();
    heard_by->code = conclude(*one);
    one.reset();
    mpi.Grequest_complete(carrier);
    ticket::release(heard_by);
    --there;
    --in_flight_;
}

int nonblocking_engine::finish(double seconds)
{
    auto until = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
    while (in_flight() > 0 && std::chrono::steady_clock::now() < until) {
        int any = 0;
        mpi.Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_SELF, &any, MPI_STATUS_IGNORE);
    }
    return in_flight();
}

} // namespace hocket
