// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <atomic>
#include <mutex>
#include <thread>

namespace hocket {

// Holds a flag for short work that is seldom met. Who only tries never waits, and may be inside of who holds it.
class taken {
public:
    explicit taken(std::atomic_flag& what) : what_(what), holds_(true)
    {
        while (what_.test_and_set(std::memory_order_acquire)) std::this_thread::yield();
    }
    taken(std::atomic_flag& what, std::try_to_lock_t)
        : what_(what), holds_(!what.test_and_set(std::memory_order_acquire))
    {
    }
    ~taken()
    {
        if (holds_) what_.clear(std::memory_order_release);
    }
    taken(const taken&) = delete;
    taken& operator=(const taken&) = delete;
    explicit operator bool() const { return holds_; }

private:
    std::atomic_flag& what_;
    bool holds_;
};

} // namespace hocket
