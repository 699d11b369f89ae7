// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <atomic>
#include <thread>

namespace hocket {

// For work that is short and seldom met: who only tries never waits.
class spin_lock {
public:
    bool try_lock() { return !taken_.test_and_set(std::memory_order_acquire); }
    void lock()
    {
        while (!try_lock()) std::this_thread::yield();
    }
    void unlock() { taken_.clear(std::memory_order_release); }

private:
    std::atomic_flag taken_;
};

} // namespace hocket
