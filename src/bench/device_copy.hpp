// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "bench/memory.hpp"
#include "device/device_program.hpp"

namespace hocket::bench {

// Memory of a device in the place of memory of the host; without a device it is the latter.
class device_copy {
public:
    explicit device_copy(device_program* on) : on_(on) {}
    ~device_copy()
    {
        if (at_) on_->release(at_);
    }
    device_copy(const device_copy&) = delete;
    device_copy& operator=(const device_copy&) = delete;

    void make_room(std::size_t n);
    unsigned char* of(memory& data) { return on_ ? reinterpret_cast<unsigned char*>(at_) : data.data(); }
    void bring(const memory& data, std::size_t n);
    // As it is now; `data` itself where that is the memory.
    const unsigned char* fetched(const memory& data, std::size_t n);

private:
    device_program* on_;
    std::byte* at_ = nullptr;
    std::size_t room_ = 0;
    std::vector<unsigned char> seen_;
};

} // namespace hocket::bench
