// SPDX-License-Identifier: BSD-3-Clause
// A task is one algorithm in progress: lazy, with a single owner, on one thread.
#pragma once
#include "async/completion.hpp"
#include "async/frame_pool.hpp"
#include <cstddef>
#include <exception>
#include <utility>

namespace hocket {

class [[nodiscard]] task {
public:
    struct promise_type;
    using handle = std::coroutine_handle<promise_type>;

    struct hand_over {
        bool await_ready() noexcept { return false; }
        std::coroutine_handle<> await_suspend(handle me) noexcept;
        void await_resume() noexcept {}
    };

    struct promise_type {
        completion* done = nullptr;

        static void* operator new(std::size_t n) { return frame_pool::take(n); }
        static void operator delete(void* p, std::size_t n) noexcept { frame_pool::give(p, n); }

        task get_return_object() noexcept { return task{handle::from_promise(*this)}; }
        std::suspend_always initial_suspend() noexcept { return {}; }
        hand_over final_suspend() noexcept { return {}; }
        void return_void() noexcept {}
        // Failures do not travel as exceptions: the driver destroys the tree of tasks instead.
        void unhandled_exception() noexcept { std::terminate(); }
    };

    task(task&& other) noexcept : frame_(std::exchange(other.frame_, {})) {}
    task& operator=(task&&) = delete;
    // Destroying a suspended task destroys every task it awaits and cancels what they have in flight.
    ~task()
    {
        if (frame_) frame_.destroy();
    }

    // Runs until the first suspension; `done` hears of the end, perhaps before start returns.
    void start(completion& done)
    {
        frame_.promise().done = &done;
        frame_.resume();
    }

    class awaiter;
    awaiter operator co_await() && noexcept;

private:
    explicit task(handle h) noexcept : frame_(h) {}
    handle frame_;
};

inline std::coroutine_handle<> task::hand_over::await_suspend(handle me) noexcept
{
    return me.promise().done->arrive();
}

class task::awaiter {
public:
    explicit awaiter(handle child) noexcept : child_(child) {}
    bool await_ready() noexcept { return false; }
    // The child runs inside this call; false says that it has ended and the parent never suspends. Unlike a
    // tail call into the child this keeps the stack flat in every build mode, and it is faster.
    bool await_suspend(std::coroutine_handle<> parent) noexcept
    {
        child_.promise().done = &done_;
        child_.resume();
        if (done_.done()) return false;
        done_.who = parent;
        return true;
    }
    void await_resume() noexcept {}

private:
    handle child_;
    completion done_;
};

inline task::awaiter task::operator co_await() && noexcept
{
    return awaiter(frame_);
}

} // namespace hocket
