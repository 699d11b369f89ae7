// SPDX-License-Identifier: BSD-3-Clause
// A program of ours that uses a device itself, to measure what programs do: unlike Hocket, it loads the driver.
#pragma once
#include "base/result.hpp"
#include <cstddef>
#include <memory>

namespace hocket {

class device_program {
public:
    virtual ~device_program() = default;
    device_program(const device_program&) = delete;
    device_program& operator=(const device_program&) = delete;

    // The driver of that kind, "cuda", and one of its devices: the nth process of a node takes the nth, and begins
    // again at the first where there are fewer.
    static result<std::unique_ptr<device_program>> start(const std::string& kind, int nth);

    // Null: there is none left.
    virtual std::byte* allocate(std::size_t n) = 0;
    virtual void release(std::byte* at) = 0;
    // To or from the host, over at the return; false: it failed.
    virtual bool copy(std::byte* to, const std::byte* from, std::size_t n) = 0;
    virtual std::string name() const = 0; // of the device

protected:
    device_program() = default;
};

} // namespace hocket
