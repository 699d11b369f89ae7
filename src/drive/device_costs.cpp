// SPDX-License-Identifier: BSD-3-Clause
#include "drive/device_costs.hpp"
#include "drive/device_kernels.hpp"
#include "drive/least_time.hpp"
#include <algorithm>

namespace hocket {

namespace {

constexpr std::size_t few_bytes = 1024, many_bytes = std::size_t(1) << 20; // bytes, whole floats

// By two sizes.
template <class F> bool fit(F of_bytes, line_cost& into)
{
    double short_one = 0, long_one = 0;
    if (!least_time([&] { return of_bytes(few_bytes); }, short_one)) return false;
    if (!least_time([&] { return of_bytes(many_bytes); }, long_one)) return false;
    into.per_byte = std::max(0.0, (long_one - short_one) / double(many_bytes - few_bytes));
    into.start = std::max(0.0, short_one - into.per_byte * double(few_bytes));
    return true;
}

// Memory of both kinds, for as long as it takes.
struct trial_memory {
    trial_memory(devices& all, const memory_place& near)
        : of(all), device(all.scratch().take(*all.driver().work(), near, 2 * many_bytes)),
          host(all.memory().take(all.driver(), near, 2 * many_bytes))
    {
        if (host.at) std::fill_n(host.at, 2 * many_bytes, std::byte(0));
    }
    ~trial_memory()
    {
        if (device.at) of.scratch().give(*of.driver().work(), device);
        if (host.at) of.memory().give(of.driver(), host);
    }
    trial_memory(const trial_memory&) = delete;
    trial_memory& operator=(const trial_memory&) = delete;
    bool is_there() const { return device.at && host.at; }

    devices& of;
    device_scratch::block device;
    staging_memory::block host;
};

} // namespace

measured_costs::known& measured_costs::of(const device_identity& on)
{
    auto found = std::ranges::find(known_, on, &known::on);
    return found == known_.end() ? known_.emplace_back(known{on}) : *found;
}

bool measured_costs::add_copies(const device_identity& on, const memory_place& near, device_costs& into)
{
    std::lock_guard held(lock_);
    auto& here = of(on);
    if (!here.has_copies) here.has_copies = measure_copies(near, here.costs);
    if (!here.has_copies) return false;
    into.to_host = here.costs.to_host, into.to_device = here.costs.to_device;
    into.host_per_byte = here.costs.host_per_byte;
    return true;
}

bool measured_costs::add_kernel(const device_identity& on, const memory_place& near, device_costs& into)
{
    std::lock_guard held(lock_);
    auto& here = of(on);
    if (!here.has_kernel) here.has_kernel = measure_kernel(near, here.costs);
    if (!here.has_kernel) return false;
    into.on_device = here.costs.on_device, into.another = here.costs.another;
    return true;
}

bool measured_costs::measure_copies(const memory_place& near, device_costs& into)
{
    trial_memory memory(all_, near);
    if (!memory.is_there()) return false;
    auto copy = [&](copy_way way, std::byte* to, const std::byte* from) {
        return [=, this, &near](std::size_t n) {
            strided_piece whole{0, n};
            return !all_.driver().copy(near, way, to, from, {&whole, 1});
        };
    };
    if (!fit(copy(copy_way::to_device, memory.device.at, memory.host.at), into.to_device)) return false;
    if (!fit(copy(copy_way::to_host, memory.host.at, memory.device.at), into.to_host)) return false;
    line_cost sum;
    auto* floats = find_kernel(operation::sum, element::f32);
    auto combine = [&](std::size_t n) {
        floats->combine(memory.host.at, memory.host.at, memory.host.at + many_bytes, n / sizeof(float));
        return true;
    };
    if (!fit(combine, sum)) return false;
    into.host_per_byte = sum.per_byte;
    return true;
}

bool measured_costs::measure_kernel(const memory_place& near, device_costs& into)
{
    trial_memory memory(all_, near);
    auto& work = *all_.driver().work();
    auto& sum = *device_kernel_of(operation::sum, element::f32);
    const char* wrong = nullptr;
    if (!memory.is_there() || !work.has(near, sum, wrong)) return false;
    const std::byte* in[] = {memory.device.at, memory.device.at + many_bytes};
    std::byte* const out[] = {memory.device.at};
    auto launches = [&](int times, std::size_t n) {
        bool well = true;
        launch_end end;
        for (int left = times; left > 0 && well; --left)
            well = !work.start(near, sum, out, in, n / sizeof(float), left == 1 ? &end : nullptr);
        return well && !work.wait(near, end);
    };
    constexpr int several = 9; // as many as a small group may want
    double one = 0, all = 0;
    if (!fit([&](std::size_t n) { return launches(1, n); }, into.on_device)) return false;
    if (!least_time([&] { return launches(1, few_bytes); }, one)) return false;
    if (!least_time([&] { return launches(several, few_bytes); }, all)) return false;
    auto moved = into.on_device.per_byte * double(few_bytes);
    into.another = std::clamp((all - one) / (several - 1) - moved, 0.0, into.on_device.start);
    return true;
}

} // namespace hocket
