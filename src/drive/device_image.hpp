// SPDX-License-Identifier: BSD-3-Clause
// Host memory in the place of a buffer on a device, for the length of one operation. It has the buffer's layout, so
// datatypes mean the same in it, and gaps are never copied: they are the program's.
#pragma once
#include "device/devices.hpp"
#include "drive/typed_pieces.hpp"

namespace hocket {

class device_image {
public:
    // Of the buffer at `at`, `place` is whose memory it is. Which bytes are read and written is said next.
    device_image(devices& all, const memory_place& place, void* at) : all_(all), place_(place), at_(at) {}
    device_image(device_image&& other) noexcept;
    device_image(const device_image&) = delete;
    device_image& operator=(const device_image&) = delete;
    ~device_image();

    typed_pieces read, written;
    // False: there is no memory.
    bool make();
    // What takes the buffer's address in the call.
    void* at() const;
    // What went wrong, as the driver calls it; null: nothing.
    const char* bring();
    const char* take_back();

private:
    std::ptrdiff_t low() const;

    devices& all_;
    memory_place place_;
    void* at_;
    staging_memory::block memory_;
    std::ptrdiff_t shift_ = 0; // of the first byte in it
    bool sparse_ = false;
};

} // namespace hocket
