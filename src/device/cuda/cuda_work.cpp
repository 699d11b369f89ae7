// SPDX-License-Identifier: BSD-3-Clause
#include "device/cuda/cuda_work.hpp"
#include "device/cuda/cuda_context.hpp"
#include "device/cuda/cuda_copies.hpp"
#include "device/cuda/end_marks.hpp"
#include "device/cuda/kernel_modules.hpp"
#include <algorithm>
#include <bit>

namespace hocket {

namespace {

using cuda::as_address;

// As kernels/cuda/reduce_kernels.hpp has them.
template <class Byte> struct kernel_addresses {
    Byte* at[device_kernel::most];
    int count;
};
template <class Byte> kernel_addresses<Byte> addresses(std::span<Byte* const> of)
{
    kernel_addresses<Byte> all{{}, int(of.size())};
    std::ranges::copy(of, all.at);
    return all;
}

class cuda_work final : public device_work {
public:
    explicit cuda_work(const cuda::api& with) : cuda_(with), modules_(with, more_), marks_(more_) {}
    bool load(void* library) { return more_.load(library); }

    bool identify(const memory_place& of, device_identity& is) const override;
    const char* wait_for_program(const memory_place& near) const override;
    bool lend(const memory_place& what, lent_memory& as) const override;
    std::byte* borrow(const memory_place& near, const lent_memory& what, const char*& wrong) override;
    void give_back(const memory_place& near, std::byte* at) override;
    std::byte* allocate(const memory_place& near, std::size_t n) override;
    void release(const memory_place& near, std::byte* at) override;
    bool has(const memory_place& near, const device_kernel& kernel, const char*& wrong) override;
    const char* start(const memory_place& near, const device_kernel& kernel, std::span<std::byte* const> out,
                      std::span<const std::byte* const> in, std::size_t n, launch_end* end) override;
    const char* start_copy(const memory_place& near, copy_way way, std::byte* to, const std::byte* from,
                           std::size_t n) override;
    const char* wait(const memory_place& near, const launch_end& end) override;

private:
    // f in the context of the memory; what it is called where that is wrong.
    template <class F> const char* inside(const memory_place& near, F f) const
    {
        cuda::current_context here(cuda_, near);
        int code = here.code == cuda::success ? f() : here.code;
        return code == cuda::success ? nullptr : cuda_.text(code);
    }

    const cuda::api& cuda_;
    cuda::work_api more_;
    cuda::kernel_modules modules_;
    cuda::end_marks marks_;
};

bool cuda_work::identify(const memory_place& of, device_identity& is) const
{
    cuda::uuid found;
    if (more_.DeviceGetUuid(&found, of.device) != cuda::success) return false;
    is = std::bit_cast<device_identity>(found);
    return true;
}

// One of the two: to look at a stream takes a microsecond of a device's time for each process that shares it, one after
// the other. A stream of the thread's own is waited for by who asks for it (wait_for), as any that a program makes.
const char* cuda_work::wait_for_program(const memory_place& near) const
{
    return inside(near, [&] { return cuda_.StreamSynchronize(cuda::legacy_stream()); });
}

// Drivers that do not know the question have no memory of which the answer is no.
bool cuda_work::lend(const memory_place& what, lent_memory& as) const
{
    unsigned may = 1;
    int ask = cuda::can_be_lent;
    void* into = &may;
    auto at = cuda::address(what.begin);
    if (cuda_.PointerGetAttributes(1, &ask, &into, at) == cuda::success && !may) return false;
    cuda::memory_handle made;
    if (inside(what, [&] { return more_.IpcGetMemHandle(&made, at); })) return false;
    as = std::bit_cast<lent_memory>(made);
    return true;
}

std::byte* cuda_work::borrow(const memory_place& near, const lent_memory& what, const char*& wrong)
{
    auto one = std::bit_cast<cuda::memory_handle>(what);
    cuda::address at = 0;
    wrong = inside(near, [&] { return more_.IpcOpenMemHandle(&at, one, cuda::enable_peer_access_later); });
    return wrong ? nullptr : reinterpret_cast<std::byte*>(std::uintptr_t(at));
}

void cuda_work::give_back(const memory_place& near, std::byte* at)
{
    inside(near, [&] { return more_.IpcCloseMemHandle(as_address(at)); });
}

std::byte* cuda_work::allocate(const memory_place& near, std::size_t n)
{
    cuda::address at = 0;
    return inside(near, [&] { return more_.MemAlloc(&at, n); }) ? nullptr
                                                                : reinterpret_cast<std::byte*>(std::uintptr_t(at));
}

void cuda_work::release(const memory_place& near, std::byte* at)
{
    inside(near, [&] { return more_.MemFree(as_address(at)); });
}

bool cuda_work::has(const memory_place& near, const device_kernel& kernel, const char*& wrong)
{
    const char* missing = nullptr;
    auto look = [&] {
        missing = modules_.find(near, kernel).wrong;
        return cuda::success;
    };
    wrong = inside(near, look);
    if (!wrong) wrong = missing;
    return !wrong;
}

// More threads than the device runs at once: it is a few percent faster to begin anew than to go on.
const char* cuda_work::start(const memory_place& near, const device_kernel& kernel, std::span<std::byte* const> out,
                             std::span<const std::byte* const> in, std::size_t n, launch_end* end)
{
    constexpr unsigned threads = 256, blocks_each = 64;
    constexpr std::size_t per_thread = 4;
    return inside(near, [&] {
        auto found = modules_.find(near, kernel);
        if (found.wrong) return int(cuda::invalid_value);
        auto to = addresses(out);
        auto from = addresses(in);
        unsigned long long count = n;
        auto wanted = (n / per_thread + threads) / threads;
        auto blocks = unsigned(std::min<std::size_t>(wanted, std::size_t(found.processors) * blocks_each));
        auto mark = end && blocks == 1 ? marks_.next(near.context_id) : launch_end();
        void* with[] = {&to, &from, &count, &mark};
        int code =
            more_.LaunchKernel(found.function, blocks, 1, 1, threads, 1, 1, 0, cuda::stream_of_thread(), with, nullptr);
        if (end && code == cuda::success) *end = mark;
        return code;
    });
}

const char* cuda_work::start_copy(const memory_place& near, copy_way way, std::byte* to, const std::byte* from,
                                  std::size_t n)
{
    auto start = way == copy_way::to_device ? cuda::start_by_engine : cuda::start_plain;
    return inside(near, [&] { return start(cuda_, to, from, n); });
}

const char* cuda_work::wait(const memory_place& near, const launch_end& end)
{
    if (cuda::is_seen_soon(end)) return nullptr;
    return inside(near, [&] { return cuda_.StreamSynchronize(cuda::stream_of_thread()); });
}

} // namespace

device_work* make_cuda_work(const cuda::api& with, void* library)
{
    auto* made = new cuda_work(with);
    if (made->load(library)) return made;
    delete made;
    return nullptr;
}

} // namespace hocket
