// SPDX-License-Identifier: BSD-3-Clause
// The test double of the CUDA driver, loaded as a program would load a driver.
#pragma once
#include <cstddef>
#include <cstdint>
#include <dlfcn.h>
#include <stdexcept>
#include <string>

namespace hocket {

class driver_double {
public:
    static driver_double& here()
    {
        static driver_double only;
        return only;
    }
    template <class... Arguments> int call(const char* name, Arguments... with) const
    {
        return find<int(Arguments...)>(name)(with...);
    }
    void fault(const char* what, int after, int n) const
    {
        find<void(const char*, int, int)>("hocket_double_fault")(what, after, n);
    }
    void version(int is) const { find<void(int)>("hocket_double_version")(is); }
    // And what is made of it then, current.
    void reset_device() const
    {
        void* context = nullptr;
        call("cuDevicePrimaryCtxReset_v2", 0);
        call("cuDevicePrimaryCtxRetain", &context, 0);
        call("cuCtxSetCurrent", context);
    }
    long count(const char* what) const { return find<long(const char*)>("hocket_double_count")(what); }

    // In the current context.
    std::byte* allocate(std::size_t n) const { return memory("cuMemAlloc_v2", n); }
    std::byte* allocate_managed(std::size_t n) const
    {
        unsigned long long at = 0;
        call("cuMemAllocManaged", &at, n, 1u);
        return reinterpret_cast<std::byte*>(std::uintptr_t(at));
    }
    std::byte* allocate_from_pool(std::size_t n) const
    {
        unsigned long long at = 0;
        call("cuMemAllocAsync", &at, n, static_cast<void*>(nullptr));
        return reinterpret_cast<std::byte*>(std::uintptr_t(at));
    }
    std::byte* allocate_pinned(std::size_t n) const
    {
        void* at = nullptr;
        call("cuMemHostAlloc", &at, n, 0u);
        return static_cast<std::byte*>(at);
    }
    void release(std::byte* at) const { call("cuMemFree_v2", static_cast<unsigned long long>(as_number(at))); }
    int copy(std::byte* to, const std::byte* from, std::size_t n) const
    {
        return call("cuMemcpy", static_cast<unsigned long long>(as_number(to)),
                    static_cast<unsigned long long>(as_number(from)), n);
    }

private:
    driver_double() : library_(dlopen(HOCKET_DRIVER_DOUBLE, RTLD_NOW | RTLD_LOCAL))
    {
        if (!library_) throw std::runtime_error(dlerror());
    }
    static std::uintptr_t as_number(const std::byte* at) { return reinterpret_cast<std::uintptr_t>(at); }
    std::byte* memory(const char* by, std::size_t n) const
    {
        unsigned long long at = 0;
        call(by, &at, n);
        return reinterpret_cast<std::byte*>(std::uintptr_t(at));
    }
    template <class F> F* find(const char* name) const
    {
        auto* found = reinterpret_cast<F*>(dlsym(library_, name));
        if (!found) throw std::runtime_error(std::string("the double has no ") + name);
        return found;
    }

    void* library_;
};

} // namespace hocket
