// SPDX-License-Identifier: BSD-3-Clause
// The accelerators of this process: whether there may be any, whose memory an address is, and host memory beside it.
#pragma once
#include "device/driver.hpp"
#include "device/loaded_libraries.hpp"
#include "device/staging_memory.hpp"
#include <array>

namespace hocket {

class devices {
public:
    // Has the program loaded a driver that we can ask? While it has not, a call pays for two pointers. Hocket loads
    // none: what the program has not loaded it has no memory of.
    bool any() { return libraries_.have_grown() && look(); }
    device_driver& driver() const { return *driver_.load(std::memory_order_acquire); }
    staging_memory& memory() { return memory_; }

    // Where any(): what the driver says of an address. What has been a device's and is nobody's any longer is told
    // apart from ordinary memory of the host: `freed`.
    memory_place place_of(const void* at, bool& freed);

private:
    bool look() { return driver_.load(std::memory_order_acquire) || find_driver(); }
    bool find_driver();
    void remember(const memory_place& place);
    bool was_on_device(const void* at);

    std::atomic<device_driver*> driver_{nullptr};
    loaded_libraries libraries_;
    staging_memory memory_;
    std::mutex lock_;
    // Addresses worth a second look, no answer: the last allocations that were seen.
    struct range {
        std::uintptr_t begin = 0, end = 0;
    };
    std::array<range, 64> seen_{};
    std::size_t next_seen_ = 0;
};

} // namespace hocket
