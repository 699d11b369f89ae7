// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "device/cuda/cuda_api.hpp"
#include "device/driver.hpp"

namespace hocket::cuda {

inline address as_address(const void* at)
{
    return reinterpret_cast<std::uintptr_t>(at);
}

// The thread's current context while it lives: the memory's own, or the device's primary one. One that a program has
// destroyed, by a reset of its device or otherwise, is an error, also where another one lies at its address.
class current_context {
public:
    current_context(const api& with, const memory_place& of) : with_(with), primary_(of.context ? -1 : of.device)
    {
        auto one = of.context;
        bool is_gone = of.context_id != 0 && with.id_of(one) != of.context_id;
        code = is_gone ? context_is_destroyed : one ? success : with.DevicePrimaryCtxRetain(&one, of.device);
        if (code != success) primary_ = -1;
        else code = with.CtxPushCurrent(one);
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

private:
    const api& with_;
    int primary_; // retained; -1: none
};

} // namespace hocket::cuda
