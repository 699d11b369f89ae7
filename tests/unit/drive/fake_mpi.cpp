// SPDX-License-Identifier: BSD-3-Clause
#include "drive/fake_mpi.hpp"
#include <algorithm>
#include <cstring>
#include <deque>
#include <map>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace hocket::fake_mpi {

namespace {

struct message {
    MPI_Comm comm;
    int tag, looks;
    std::vector<char> data;
};

struct thing {
    bool complete = false, persistent = false, active = true;
    MPI_Comm comm = MPI_COMM_NULL;
    int tag = -1;     // of a receive
    char* into = nullptr;
    std::size_t room = 0;
    int error = MPI_SUCCESS;
    MPI_Grequest_query_function* query = nullptr;
    MPI_Grequest_free_function* forget = nullptr;
    void* extra = nullptr;

    bool awaits(const message& m) const { return active && !complete && comm == m.comm && tag == m.tag; }
};

std::mutex lock;
std::map<MPI_Request, thing> things;
std::deque<message> under_way;
MPI_Request last_request = 1000;
MPI_Comm last_comm = 1000;
int all_sent = 0;
int (*called)(void*) = nullptr;
std::function<void()> of_program;
thread_local bool inside = false;

MPI_Request add(const thing& one)
{
    things.emplace(++last_request, one);
    return last_request;
}

// With the lock. Messages of one tag arrive in their order.
void deliver(const message& m, thing& to)
{
    to.complete = true;
    if (m.data.size() > to.room) to.error = MPI_ERR_TRUNCATE;
    else if (!m.data.empty()) std::memcpy(to.into, m.data.data(), m.data.size());
}

bool arrives(const message& m)
{
    for (auto& [handle, one] : things)
        if (one.awaits(m)) return deliver(m, one), true;
    return false;
}

void look()
{
    std::vector<std::pair<MPI_Comm, int>> stopped;
    for (auto m = under_way.begin(); m != under_way.end();) {
        std::pair key(m->comm, m->tag);
        bool overtakes = std::count(stopped.begin(), stopped.end(), key) > 0;
        if (!overtakes && --m->looks < 0 && arrives(*m)) m = under_way.erase(m);
        else stopped.push_back(key), ++m;
    }
}

void progress()
{
    if (inside) return;
    inside = true;
    int (*call)(void*) = nullptr;
    std::function<void()> once;
    {
        std::lock_guard held(lock);
        look();
        call = called;
        std::swap(once, of_program);
    }
    if (once) once();
    if (call && call(nullptr)) {
        std::lock_guard held(lock);
        called = nullptr;
    }
    inside = false;
}

int post(const thing& one, MPI_Request* request)
{
    std::lock_guard held(lock);
    return *request = add(one), MPI_SUCCESS;
}

int receive(void* into, int n, MPI_Datatype, int from, int tag, MPI_Comm comm, MPI_Request* request)
{
    thing one{.complete = from == MPI_PROC_NULL, .comm = comm, .tag = tag};
    one.into = static_cast<char*>(into);
    one.room = std::size_t(n);
    return post(one, request);
}

int receive_again(void* into, int n, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Request* request)
{
    receive(into, n, type, from, tag, comm, request);
    std::lock_guard held(lock);
    things.at(*request).persistent = true;
    things.at(*request).active = false;
    return MPI_SUCCESS;
}

int start(MPI_Request* request)
{
    std::lock_guard held(lock);
    auto& one = things.at(*request);
    return one.active = true, one.complete = false, MPI_SUCCESS;
}

int send(const void* from, int n, MPI_Datatype, int, int tag, MPI_Comm comm, MPI_Request* request)
{
    auto* first = static_cast<const char*>(from);
    std::lock_guard held(lock);
    ++all_sent;
    under_way.push_back({comm, tag, 1 + last_request % 3, std::vector<char>(first, first + n)});
    return *request = add({.complete = true}), MPI_SUCCESS;
}

// Takes out what has ended; false: it has not.
bool end(MPI_Request* request, thing& ended)
{
    std::lock_guard held(lock);
    auto at = things.find(*request);
    if (!at->second.complete && at->second.active) return false;
    ended = at->second;
    if (ended.persistent) return at->second.active = false, true;
    things.erase(at);
    return *request = MPI_REQUEST_NULL, true;
}

int test_one(MPI_Request* request, int* done, MPI_Status*)
{
    thing ended;
    MPI_Status status;
    progress();
    *done = *request == MPI_REQUEST_NULL || end(request, ended);
    if (!*done || !ended.query) return ended.error;
    int code = ended.query(ended.extra, &status);
    return ended.forget(ended.extra), code;
}

int test_some(int n, MPI_Request* all, int* found, int* indices, MPI_Status* statuses)
{
    *found = 0;
    progress();
    for (int i = 0; i < n; ++i) {
        thing ended;
        if (!end(&all[i], ended)) continue;
        statuses[*found].MPI_ERROR = ended.error;
        indices[(*found)++] = i;
    }
    return MPI_SUCCESS;
}

int wait_for(MPI_Request* request, MPI_Status* status)
{
    for (int done = 0, code;; std::this_thread::yield())
        if (code = test_one(request, &done, status); done) return code;
}

int is_complete(MPI_Request request)
{
    std::lock_guard held(lock);
    return things.at(request).complete;
}

int cancel(MPI_Request* request)
{
    std::lock_guard held(lock);
    return things.at(*request).complete = true, MPI_SUCCESS;
}

int free_request(MPI_Request* request)
{
    std::lock_guard held(lock);
    return things.erase(*request), *request = MPI_REQUEST_NULL, MPI_SUCCESS;
}

int start_general(MPI_Grequest_query_function* query, MPI_Grequest_free_function* forget, MPI_Grequest_cancel_function*,
                  void* extra, MPI_Request* request)
{
    return post({.query = query, .forget = forget, .extra = extra}, request);
}

int complete_general(MPI_Request request)
{
    std::lock_guard held(lock);
    return things.at(request).complete = true, MPI_SUCCESS;
}

int call_in_progress(int (*function)(void*), void*, int)
{
    std::lock_guard held(lock);
    return called = function, MPI_SUCCESS;
}

int split(MPI_Comm, int, int, MPI_Comm* made)
{
    std::lock_guard held(lock);
    return *made = ++last_comm, MPI_SUCCESS;
}

} // namespace

void begin(bool asks_singly)
{
    called = nullptr, all_sent = 0;
    mpi.Irecv = receive, mpi.Isend = send, mpi.Recv_init = receive_again, mpi.Start = start;
    mpi.Query_thread = [](int* level) { return *level = MPI_THREAD_SINGLE, MPI_SUCCESS; };
    mpi.Test = test_one, mpi.Testsome = test_some, mpi.Wait = wait_for, mpi.Cancel = cancel;
    mpi.Request_free = free_request, mpi.Async_start = call_in_progress;
    mpi.Grequest_start = start_general, mpi.Grequest_complete = complete_general;
    mpi.Status_set_elements = [](MPI_Status*, MPI_Datatype, int) -> int { return MPI_SUCCESS; };
    mpi.Status_set_cancelled = [](MPI_Status*, int) -> int { return MPI_SUCCESS; };
    mpi.Comm_split = split;
    mpi.Comm_free = [](MPI_Comm* comm) -> int { return *comm = MPI_COMM_NULL, MPI_SUCCESS; };
    mpi.Request_is_complete = asks_singly ? is_complete : nullptr;
}

void call_in_next_progress(std::function<void()> function)
{
    of_program = std::move(function);
}

int sent()
{
    std::lock_guard held(lock);
    return all_sent;
}

std::size_t left()
{
    std::lock_guard held(lock);
    return things.size() + under_way.size();
}

int wait(MPI_Request* request)
{
    return wait_for(request, MPI_STATUS_IGNORE);
}

bool test(MPI_Request* request)
{
    int done = 0;
    test_one(request, &done, MPI_STATUS_IGNORE);
    return done != 0;
}

} // namespace hocket::fake_mpi
