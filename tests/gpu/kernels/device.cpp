// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/device.hpp"
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <fstream>
#include <iterator>
#include <utility>
#include <vector>

namespace hocket {

namespace {

using address = unsigned long long;

address as_address(const std::byte* at)
{
    return reinterpret_cast<address>(at);
}

[[noreturn]] void end(const std::string& why)
{
    std::fprintf(stderr, "FAILED: %s\n", why.c_str());
    std::exit(1);
}

} // namespace

template <class... Arguments> void device::call(const char* name, Arguments... with) const
{
    auto* function = reinterpret_cast<int (*)(Arguments...)>(dlsym(library_, name));
    int code = function ? function(with...) : -1;
    if (code != 0) end(std::string(name) + ": error " + std::to_string(code));
}

device::device(const std::string& image) : library_(dlopen("libcuda.so.1", RTLD_NOW))
{
    constexpr int multiprocessor_count = 16; // CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT
    if (!library_) end(dlerror());
    void* context = nullptr;
    is_double_ = dlsym(library_, "hocket_driver_double") != nullptr;
    call("cuInit", 0u);
    call("cuDevicePrimaryCtxRetain", &context, 0);
    call("cuCtxSetCurrent", context);
    if (!is_double_) call("cuDeviceGetAttribute", &processors_, multiprocessor_count, 0);
    void* word = nullptr;
    call("cuMemHostAlloc", &word, sizeof *word_, 0u);
    word_ = static_cast<unsigned*>(word);
    load(image);
}

void device::load(const std::string& image)
{
    if (image == "-" && !is_double_) end("a GPU needs an image of the kernels");
    std::vector<char> all{'\0'};
    if (image != "-") {
        std::ifstream file(image, std::ios::binary);
        if (!file) end("no file " + image);
        all.assign(std::istreambuf_iterator<char>(file), {});
        all.push_back('\0');
    }
    call("cuModuleLoadData", &module_, static_cast<const void*>(all.data()));
}

std::string device::name() const
{
    char text[256] = {};
    call("cuDeviceGetName", static_cast<char*>(text), int(sizeof text), 0);
    return text;
}

std::byte* device::allocate(std::size_t n) const
{
    address at = 0;
    call("cuMemAlloc_v2", &at, std::max<std::size_t>(n, 1));
    return reinterpret_cast<std::byte*>(at);
}

void device::release(std::byte* at) const
{
    call("cuMemFree_v2", as_address(at));
}

void device::copy(std::byte* to, const std::byte* from, std::size_t n) const
{
    if (n > 0) call("cuMemcpy", as_address(to), as_address(from), n);
}

void device::start_copy(std::byte* to, const std::byte* from, std::size_t n) const
{
    call("cuMemcpyAsync", as_address(to), as_address(from), n, static_cast<void*>(nullptr));
}

// As cuda_work.cpp does it.
void device::start_kernel(const std::string& name, const device_code::outputs& out, const device_code::inputs& in,
                          std::size_t n) const
{
    constexpr unsigned threads = 256;
    constexpr std::size_t per_thread = 4;
    void* function = nullptr;
    call("cuModuleGetFunction", &function, module_, name.c_str());
    auto to = out;
    auto from = in;
    auto count = static_cast<unsigned long long>(n);
    auto wanted = (n / per_thread + threads) / threads;
    auto blocks = unsigned(std::min<std::size_t>(wanted, std::size_t(processors_) * 64));
    says_end_ = blocks == 1;
    device_code::end_mark mark{says_end_ ? word_ : nullptr, ++launches_};
    void* with[] = {&to, &from, &count, &mark};
    call("cuLaunchKernel", function, blocks, 1u, 1u, threads, 1u, 1u, 0u, static_cast<void*>(nullptr),
         static_cast<void**>(with), static_cast<void**>(nullptr));
}

void device::wait() const
{
    call("cuStreamSynchronize", static_cast<void*>(nullptr));
    bool has_said = std::atomic_ref(*word_).load() == launches_;
    if (std::exchange(says_end_, false) && !has_said) end("a launch did not say that it was over");
}

} // namespace hocket
