// SPDX-License-Identifier: BSD-3-Clause
#include "transports/mpi/flights.hpp"
#include "transports/mpi/mpi_port.hpp"
#include <algorithm>
#include <utility>

namespace hocket {

void flights::add(MPI_Request handle, const posted& one)
{
    one.who->slot = std::int64_t(handles_.size());
    handles_.push_back(handle);
    posted_.push_back(one);
}

bool flights::progress()
{
    return !empty() && go_on(find_some());
}

bool flights::progress_inside()
{
    return !empty() && go_on(find_some_inside());
}

// How many; fewer than none: something is wrong with all of them.
int flights::find_some()
{
    completed_.resize(handles_.size());
    statuses_.resize(handles_.size());
    for (auto& status : statuses_) status.MPI_ERROR = MPI_SUCCESS;
    int n = 0;
    int code = mpi.Testsome(int(handles_.size()), handles_.data(), &n, completed_.data(), statuses_.data());
    bool by_status = n > 0 && std::ranges::any_of(statuses_, [](auto& s) { return s.MPI_ERROR != MPI_SUCCESS; });
    if (code == MPI_SUCCESS || by_status) return std::max(n, 0);
    fail_all(code);
    return -1;
}

// To ask about one that is not complete would be to make progress.
int flights::find_some_inside()
{
    if (!mpi.Request_is_complete) return find_some();
    completed_.resize(handles_.size());
    statuses_.resize(handles_.size());
    std::size_t n = 0;
    for (std::size_t i = 0; i < handles_.size(); ++i) {
        int done = mpi.Request_is_complete(handles_[i]);
        if (!done) continue;
        statuses_[n].MPI_ERROR = MPI_SUCCESS;
        int code = mpi.Test(&handles_[i], &done, &statuses_[n]);
        statuses_[n].MPI_ERROR = code;
        completed_[n++] = int(i);
    }
    return int(n);
}

// An error of a call that names no message is everybody's.
void flights::fail_all(int code)
{
    for (auto& one : posted_) one.of->fail(code);
}

// Resuming posts and cancels, so everything that has completed leaves the arrays first.
bool flights::go_on(int found)
{
    if (found <= 0) return found < 0;
    collect(found);
    resume_ready();
    return true;
}

// Whatever Testsome returns: MPICH asks the user's error handler about it, and where that returns there was no error.
void flights::collect(int found)
{
    auto first = posted_.size();
    for (int i = 0; i < found; ++i) {
        auto at = std::size_t(completed_[std::size_t(i)]);
        first = std::min(first, at);
        posted_[at].of->fail(statuses_[std::size_t(i)].MPI_ERROR);
        posted_[at].who->slot = -2 - std::int64_t(ready_.size());
        ready_.push_back(posted_[at]);
        posted_[at].who = nullptr;
    }
    close_gaps(first);
}

void flights::close_gaps(std::size_t first)
{
    auto to = first;
    for (auto from = first; from < posted_.size(); ++from) {
        if (!posted_[from].who) continue;
        posted_[to] = posted_[from];
        handles_[to] = handles_[from];
        posted_[to].who->slot = std::int64_t(to);
        ++to;
    }
    posted_.resize(to);
    handles_.resize(to);
}

void flights::resume_ready()
{
    for (std::size_t i = 0; i < ready_.size(); ++i) {
        auto one = std::exchange(ready_[i], {});
        if (!one.who) continue; // cancelled by one that was resumed before it
        one.who->slot = -1;
        if (!one.of->failure()) one.of->land(one);
        if (!one.of->failure()) one.who->finish().resume();
    }
    ready_.clear();
}

MPI_Request flights::remove(request& r) noexcept
{
    auto handle = MPI_REQUEST_NULL;
    if (r.slot >= 0) {
        auto slot = std::size_t(r.slot);
        handle = handles_[slot];
        posted_[slot].who = nullptr;
        close_gaps(slot);
    } else if (r.slot <= -2) {
        ready_[std::size_t(-2 - r.slot)].who = nullptr;
    }
    r.slot = -1;
    return handle;
}

} // namespace hocket
