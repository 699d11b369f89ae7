// SPDX-License-Identifier: BSD-3-Clause
// The stage on which each construct of pitfalls.cpp is tried: awaitables of the shapes that matter, something that
// notices a copy too many or too few, and a process of its own for each.
#pragma once
#include "async/later.hpp"
#include <fcntl.h>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace hocket::pitfalls {

// The stage of one case, in a process of its own.
inline testing::alarm_clock bell;
inline int alive = 0;
inline bool wrong = false;

inline void expect(bool right)
{
    wrong |= !right;
}

// Owns memory, so that a copy too many or too few is noticed.
class owner {
public:
    owner() : seven_(new int(7)) { ++alive; }
    owner(const owner& o) : seven_(new int(*o.seven_)) { ++alive; }
    owner(owner&& o) noexcept : seven_(std::exchange(o.seven_, nullptr)) { ++alive; }
    ~owner()
    {
        delete seven_;
        --alive;
    }
    int value() const { return seven_ ? *seven_ : -1; }

private:
    int* seven_;
};

// Awaitables of the shapes that matter.
struct sleeping {
    bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<> h) { bell.later().await_suspend(h); }
};
struct plain : sleeping {
    int await_resume() const { return 1; }
};
struct owning_aggregate {
    owner kept;
    bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<> h) { bell.later().await_suspend(h); }
    int await_resume() const { return kept.value(); }
};
struct owning : sleeping {
    owner kept;
    explicit owning(owner o) : kept(std::move(o)) {}
    int await_resume() const { return kept.value(); }
};
struct borrowing : sleeping {
    const owner& kept;
    explicit borrowing(const owner& o) : kept(o) {}
    int await_resume() const { return kept.value(); }
};
struct unmovable : sleeping {
    unmovable() = default;
    unmovable(const unmovable&) = delete;
    int await_resume() const { return 1; }
};
inline owning_aggregate make_owning()
{
    return {owner{}};
}
inline borrowing borrow(const owner& o)
{
    return borrowing(o);
}

enum outcome { fine = 64, unfinished = 1, leaked = 2, mistaken = 4 }; // the last three are added to `fine`

inline int perform(task (*make)(), bool to_the_end)
{
    bool ended = false;
    {
        auto t = make();
        completion end;
        t.start(end);
        bell.wake_all();
        ended = end.done();
    }
    return fine | (ended == to_the_end ? 0 : unfinished) | (alive ? leaked : 0) | (wrong ? mistaken : 0);
}

// What became of the case in a child process, for some crash. Empty: all is well.
inline std::string verdict(task (*make)(), bool to_the_end = true)
{
    pid_t child = fork();
    if (child == 0) {
        alarm(20);
        rlimit no_core{0, 0};
        setrlimit(RLIMIT_CORE, &no_core);
        int nowhere = open("/dev/null", O_WRONLY);
        dup2(nowhere, 2);
        _exit(perform(make, to_the_end));
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child) return "could not be tried";
    if (WIFSIGNALED(status)) return "signal " + std::to_string(WTERMSIG(status));
    int code = WEXITSTATUS(status);
    if (!(code & fine)) return "ends with status " + std::to_string(code);
    return std::string(code & unfinished ? "does not finish; " : "") +
           (code & leaked ? "destroys too little or too much; " : "") + (code & mistaken ? "wrong value; " : "");
}

} // namespace hocket::pitfalls
