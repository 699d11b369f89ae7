// SPDX-License-Identifier: BSD-3-Clause
// The accelerators of this process: whether there may be any, whose memory an address is, and host memory beside it.
#pragma once
#include "device/borrowed_memory.hpp"
#include "device/device_scratch.hpp"
#include "device/driver.hpp"
#include "device/lent_memories.hpp"
#include "device/loaded_libraries.hpp"
#include "device/staging_memory.hpp"
#include <array>

namespace hocket {

class devices {
public:
    // Has the program loaded a driver that we can ask? While it has not, a call pays for two pointers. Hocket loads
    // none: what the program has not loaded it has no memory of.
    bool any() { return libraries_.have_grown() && look(); }
    // The same, or have others that this process works with one? It costs no more while nobody has.
    bool concern_us() { return libraries_.have_grown() && (look() || others_have_some_); }
    void expect_of_others();
    device_driver& driver() const { return *driver_.load(std::memory_order_acquire); }
    staging_memory& memory() { return memory_; }
    borrowed_memory& borrowed() { return borrowed_; }
    lent_memories& lent() { return lent_; }
    device_scratch& scratch() { return scratch_; }
    // Memory of others and scratch memory that is only kept for later goes.
    void let_go();

    // Where any(): what the driver says of an address. What has been a device's and is nobody's any longer is told
    // apart from ordinary memory of the host: `freed`.
    memory_place place_of(const void* at, bool& freed);

private:
    bool look() { return driver_.load(std::memory_order_acquire) || find_driver(); }
    bool find_driver();
    void remember(const memory_place& place);
    bool was_on_device(const void* at);

    std::atomic<device_driver*> driver_{nullptr};
    loaded_libraries libraries_, later_ones_; // the second where the first has stopped to look
    std::atomic<bool> others_have_some_{false};
    staging_memory memory_;
    borrowed_memory borrowed_;
    lent_memories lent_;
    device_scratch scratch_;
    std::mutex lock_;
    // Addresses worth a second look, no answer: the last allocations that were seen.
    struct range {
        std::uintptr_t begin = 0, end = 0;
    };
    std::array<range, 64> seen_{};
    std::size_t next_seen_ = 0;
};

} // namespace hocket
