// SPDX-License-Identifier: BSD-3-Clause
#include "drive/nonblocking.hpp"
#include <algorithm>
#include <chrono>

namespace hocket {

namespace {

constexpr int first_looks = 8;
// At memory that neighbours write, in each of those.
constexpr int near_looks = 8;
// Polls between looks for errors that are found elsewhere.
constexpr unsigned rarely = 64;

// A generalized request, and what it knows of its operation. The later of two lets go of it: the operation when it is
// over, the request when the program has heard of that.
class one_shot final : public carrier {
public:
    explicit one_shot(std::atomic<int>& alive) : alive_(alive) { ++alive_; }
    ~one_shot() { --alive_; }
    // The request of `made`, which is gone where there is an error.
    static int start(one_shot* made, MPI_Request* request)
    {
        int code = mpi.Grequest_start(tell_status, forget, refuse_to_cancel, made, &made->handle_);
        if (code == MPI_SUCCESS) *request = made->handle_;
        else delete made;
        return code;
    }
    // Nothing of the user's is touched any longer when the user hears of it.
    void over(nonblocking_operation& which, int code) override
    {
        code_ = code;
        delete &which;
        mpi.Grequest_complete(handle_);
        release();
    }

private:
    static int tell_status(void* of, MPI_Status* status)
    {
        status->MPI_SOURCE = status->MPI_TAG = MPI_UNDEFINED;
        mpi.Status_set_elements(status, MPI_BYTE, 0);
        mpi.Status_set_cancelled(status, 0);
        return static_cast<one_shot*>(of)->code_;
    }
    static int forget(void* of) { return static_cast<one_shot*>(of)->release(), MPI_SUCCESS; }
    // A collective cannot be cancelled.
    static int refuse_to_cancel(void*, int) { return MPI_SUCCESS; }
    void release()
    {
        if (holders_.fetch_sub(1) == 1) delete this;
    }

    std::atomic<int>& alive_;
    std::atomic<int> holders_{2};
    MPI_Request handle_ = MPI_REQUEST_NULL;
    int code_ = MPI_SUCCESS;
};

} // namespace

int nonblocking_engine::start(std::unique_ptr<nonblocking_operation> one, MPI_Comm comm, MPI_Request* request)
{
    turn held(*this);
    if (!held.begins()) return put_off(std::move(one), request);
    auto mine = std::move(one); // where it ends here, it ends with the gate held
    auto* before = line_up(*mine);
    if (!before) look(*mine);
    if (mine->is_over()) {
        int code = conclude(*mine);
        return code == MPI_SUCCESS ? complete(comm, request) : code;
    }
    int code = give_request(*mine, request);
    if (code == MPI_SUCCESS) watch(*mine.release());
    else leave_line(*mine, before, code);
    return code;
}

int nonblocking_engine::give_request(nonblocking_operation& one, MPI_Request* request)
{
    auto* made = new one_shot(unheard_);
    int code = one_shot::start(made, request);
    if (code == MPI_SUCCESS) one.told_ = made;
    return code;
}

// Begins, or waits for who has its tags: whom it returns.
nonblocking_operation* nonblocking_engine::line_up(nonblocking_operation& one)
{
    bool has_its_own = one.tags_.range > tag_ranges::most;
    auto* before = has_its_own ? nullptr : std::exchange(one.tags_.of.user_of(one.tags_.range), &one);
    if (before) before->next_ = &one;
    else begin(one);
    return before;
}

// It may have sent some of its messages: other ranks go on without what is missing.
void nonblocking_engine::leave_line(nonblocking_operation& one, nonblocking_operation* before, int code)
{
    one.port_.fail(code);
    one.tags_.of.fail(code);
    one.tags_.of.user_of(one.tags_.range) = before;
    if (before) before->next_ = nullptr;
}

// Called from the library's progress inside a turn of this thread's, by a function of the program's: what is in flight
// may be in the library's hands.
int nonblocking_engine::put_off(std::unique_ptr<nonblocking_operation> one, MPI_Request* request)
{
    int code = give_request(*one, request);
    if (code == MPI_SUCCESS) put_off_.push_back(one.release());
    return code;
}

void nonblocking_engine::begin_what_was_put_off()
{
    while (!put_off_.empty()) {
        auto* one = put_off_.front();
        put_off_.erase(put_off_.begin());
        line_up(*one);
        watch(*one);
        sweep();
    }
}

void nonblocking_engine::start_again(nonblocking_operation& one, carrier& told, const turn& mine)
{
    one.told_ = &told;
    if (!mine.begins()) return put_off_.push_back(&one);
    line_up(one);
    look(one);
    if (one.is_over()) told.over(one, conclude(one));
    else watch(one);
}

// From the program's call, which may make progress. What a few looks end needs no request of its own, and the ranks of
// a short operation mostly come together. Where others are in flight each look would be at all of their messages, and
// where threads call the library at once each would wait for its turn there. This one's memory may be looked at all the
// same, but not others': who sees that one of them has ended has to let it go.
void nonblocking_engine::look(nonblocking_operation& one)
{
    if (ends_at_once_) return bring_to_end(one);
    bool asks = in_flight() == 0 && !meets_threads();
    if (!asks && !one.port_.has_short_way()) return;
    bool crowded = one.seat_->lane && one.seat_->lane->is_crowded(); // others need the processor, or they never come
    int looks = crowded ? 1 : first_looks, near = crowded ? 1 : near_looks;
    for (int i = 0; i < looks && !one.is_over(); ++i) {
        for (int k = 0; k < near && one.port_.has_short_way() && !one.is_over(); ++k)
            one.port_.progress_by_short_way(false);
        if (asks) flights_.progress();
    }
}

// A probe has the library look after what it owes others.
void nonblocking_engine::bring_to_end(nonblocking_operation& one)
{
    while (!one.is_over()) {
        int any = 0;
        if (one.port_.has_short_way()) one.port_.progress_by_short_way(true);
        flights_.progress();
        if (!one.is_over()) one.port_.fail(mpi.Iprobe(0, never_sent, MPI_COMM_SELF, &any, MPI_STATUS_IGNORE));
    }
}

bool nonblocking_engine::progress_near()
{
    bool moved = false, all = polls_ % rarely == 0;
    for (auto* one : near_)
        if (!one->is_over()) moved |= one->port_.progress_by_short_way(all);
    return moved;
}

bool nonblocking_engine::meets_threads()
{
    if (thread_level_ < 0) mpi.Query_thread(&thread_level_);
    return thread_level_ == MPI_THREAD_MULTIPLE;
}

void nonblocking_engine::watch(nonblocking_operation& one)
{
    ++in_flight_;
    one.number_ = ++started_in_all_;
    all_.push_back(&one);
    if (one.has_begun_) attend(one);
    hook_.start();
    if (started_) started_();
}

// After a failure on its communicator none begins: messages of the failed one may still be there.
void nonblocking_engine::begin(nonblocking_operation& one)
{
    one.has_begun_ = true;
    if (auto& lane = one.seat_->lane) lane->serve(one.port_);
    one.port_.fail(one.tags_.of.failure());
    one.port_.fail(one.failure_of_casts());
    if (one.around_ && !one.port_.failure()) one.port_.fail(one.around_->before());
    if (!one.port_.failure()) one.begin(one.done_);
}

// Its result is where it should be, or never will be. Who waits for its tags begins.
int nonblocking_engine::conclude(nonblocking_operation& one)
{
    std::erase(near_, &one);
    if (one.has_begun_ && !one.port_.failure()) one.end();
    if (one.around_ && one.has_begun_ && !one.port_.failure()) one.port_.fail(one.around_->after());
    if (int code = one.port_.failure()) {
        one.tags_.of.fail(code);
        one.clear(); // before its memory goes: it may still be received into
    }
    one.port_.end();
    if (one.tags_.range > tag_ranges::most) return one.port_.failure();
    auto& last = one.tags_.of.user_of(one.tags_.range);
    if (last == &one) last = nullptr;
    if (one.next_) begin(*one.next_), attend(*one.next_);
    return one.port_.failure();
}

void nonblocking_engine::attend(nonblocking_operation& one)
{
    if (one.port_.has_short_way()) near_.push_back(&one);
}

std::uint64_t nonblocking_engine::oldest()
{
    turn mine(*this);
    return all_.empty() ? started_in_all_ + 1 : all_.front()->number_;
}

bool nonblocking_engine::poll()
{
    if (in_flight() == 0) return false;
    turn mine(*this, std::try_to_lock);
    if (!mine.begins()) return false;
    bool moved = flights_.progress_inside();
    moved |= progress_near();
    if (++polls_ % rarely == 0) moved |= fail_with_casts();
    if (!moved) return false;
    ++moved_;
    sweep();
    return true;
}

bool nonblocking_engine::fail_with_casts()
{
    bool any = false;
    for (auto* one : all_) {
        if (one->is_over() || !one->failure_of_casts()) continue;
        one->port_.fail(one->failure_of_casts());
        any = true;
    }
    return any;
}

// The end of one may be the beginning, and at once the end, of another.
void nonblocking_engine::sweep()
{
    auto is_over = [](auto* one) { return one->has_begun_ && one->is_over(); };
    for (auto at = std::ranges::find_if(all_, is_over); at != all_.end(); at = std::ranges::find_if(all_, is_over)) {
        auto* one = *at;
        all_.erase(at);
        let_go(*one);
    }
}

void nonblocking_engine::let_go(nonblocking_operation& one)
{
    int code = conclude(one);
    one.told_->over(one, code);
    --in_flight_;
}

// Asking after a message that never comes has the library look after everything else.
int nonblocking_engine::finish(double seconds)
{
    auto until = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
    auto never = MPI_REQUEST_NULL;
    int come = 0;
    if (in_flight() == 0) return 0;
    if (mpi.Irecv(nullptr, 0, MPI_BYTE, 0, never_sent, MPI_COMM_SELF, &never) != MPI_SUCCESS) return in_flight();
    while (in_flight() > 0 && !come && std::chrono::steady_clock::now() < until)
        mpi.Test(&never, &come, MPI_STATUS_IGNORE);
    if (!come) mpi.Cancel(&never);
    if (!come) mpi.Wait(&never, MPI_STATUS_IGNORE);
    return in_flight();
}

} // namespace hocket
