// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "device/cuda/cuda_api.hpp"
#include "device/driver.hpp"

namespace hocket::cuda {

inline address as_address(const void* at)
{
    return reinterpret_cast<std::uintptr_t>(at);
}

// The thread's current context while it lives: the memory's own, or the device's primary one.
class current_context {
public:
    current_context(const api& with, const memory_place& of) : with_(with), primary_(of.context ? -1 : of.device)
    {
        auto one = of.context;
        code = one ? success : with.DevicePrimaryCtxRetain(&one, of.device);
        if (code != success) primary_ = -1;
        else code = with.CtxPushCurrent(one);
        if (code == success) is = one;
    }
    ~current_context()
    {
        context before;
        if (code == success) with_.CtxPopCurrent(&before);
        if (primary_ >= 0) with_.DevicePrimaryCtxRelease(primary_);
    }
    current_context(const current_context&) = delete;
    current_context& operator=(const current_context&) = delete;
    int code;
    context is = nullptr;

private:
    const api& with_;
    int primary_; // retained; -1: none
};

} // namespace hocket::cuda
