// SPDX-License-Identifier: BSD-3-Clause
// Several tasks at once: both(a, b) for two, a group for any number.
#pragma once
#include "async/task.hpp"
#include <vector>

namespace hocket {

class both_awaiter {
public:
    both_awaiter(task a, task b) noexcept : a_(std::move(a)), b_(std::move(b)) {}
    bool await_ready() noexcept { return false; }
    // One arrival each, and one held while starting: false when both have ended already.
    bool await_suspend(std::coroutine_handle<> parent)
    {
        done_ = {3, parent};
        a_.start(done_);
        b_.start(done_);
        return --done_.pending != 0;
    }
    void await_resume() noexcept {}

private:
    task a_, b_;
    completion done_;
};

// Resumes when both have ended. Neither waits for the other in between.
inline both_awaiter both(task a, task b)
{
    return {std::move(a), std::move(b)};
}

// Memory of a list that lives as long as a frame.
template <class T> struct frame_allocator {
    using value_type = T;
    frame_allocator() = default;
    template <class U> frame_allocator(const frame_allocator<U>&) {}
    T* allocate(std::size_t n) { return static_cast<T*>(frame_pool::take(n * sizeof(T))); }
    void deallocate(T* p, std::size_t n) noexcept { frame_pool::give(p, n * sizeof(T)); }
    bool operator==(const frame_allocator&) const = default;
};

// Tasks that run side by side. Add them, then await the group once: `co_await lanes.all();`
class group {
public:
    void add(task t) { tasks_.push_back(std::move(t)); }

    using list = std::vector<task, frame_allocator<task>>;
    class awaiter {
    public:
        explicit awaiter(list& tasks) noexcept : tasks_(tasks) {}
        bool await_ready() noexcept { return tasks_.empty(); }
        bool await_suspend(std::coroutine_handle<> parent)
        {
            done_ = {int(tasks_.size()) + 1, parent};
            for (auto& t : tasks_) t.start(done_);
            return --done_.pending != 0;
        }
        void await_resume() noexcept { tasks_.clear(); }

    private:
        list& tasks_;
        completion done_;
    };
    awaiter all() noexcept { return awaiter(tasks_); }

private:
    list tasks_;
};

} // namespace hocket
