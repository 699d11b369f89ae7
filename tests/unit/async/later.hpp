// SPDX-License-Identifier: BSD-3-Clause
// Something to wait for: a coroutine that awaits it sleeps until the test wakes it.
#pragma once
#include "async/task.hpp"
#include <deque>

namespace hocket::testing {

class alarm_clock {
public:
    class sleep {
    public:
        explicit sleep(alarm_clock& clock) : clock_(clock) {}
        bool await_ready() const noexcept { return false; }
        void await_suspend(std::coroutine_handle<> who) { clock_.sleepers_.push_back(who); }
        int await_resume() const noexcept { return 1; }

    private:
        alarm_clock& clock_;
    };

    sleep later() { return sleep(*this); }
    int sleepers() const { return int(sleepers_.size()); }
    void wake_first() { wake(sleepers_.begin()); }
    void wake_last() { wake(sleepers_.end() - 1); }
    void wake_all()
    {
        while (!sleepers_.empty()) wake_first();
    }

private:
    void wake(std::deque<std::coroutine_handle<>>::iterator at)
    {
        auto who = *at;
        sleepers_.erase(at);
        who.resume();
    }
    std::deque<std::coroutine_handle<>> sleepers_;
};

// Counts how many of it live.
class resident {
public:
    explicit resident(int& alive) : alive_(&alive) { ++*alive_; }
    resident(const resident& o) : alive_(o.alive_) { ++*alive_; }
    ~resident() { --*alive_; }

private:
    int* alive_;
};

} // namespace hocket::testing
