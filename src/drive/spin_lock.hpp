// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <atomic>
#include <thread>

namespace hocket {

// For work that is short and seldom met: who only tries never waits.
class spin_lock {
public:
    bool try_lock()
    {
        if (taken_.test_and_set(std::memory_order_acquire)) return false;
        owner_.store(std::this_thread::get_id(), std::memory_order_relaxed);
        return true;
    }
    void lock()
    {
        while (!try_lock()) std::this_thread::yield();
    }
    void unlock()
    {
        owner_.store({}, std::memory_order_relaxed);
        taken_.clear(std::memory_order_release);
    }
    // Does this thread have it?
    bool is_mine() const { return owner_.load(std::memory_order_relaxed) == std::this_thread::get_id(); }

private:
    std::atomic_flag taken_;
    std::atomic<std::thread::id> owner_{};
};

} // namespace hocket
