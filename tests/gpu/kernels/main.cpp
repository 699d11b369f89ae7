// SPDX-License-Identifier: BSD-3-Clause
// gpu-kernels check IMAGE SEED: every kernel on the device against the host's own kernels, bit by bit, on random
// operands. gpu-kernels speed IMAGE: how near sums of long vectors come to the device's copies. IMAGE is a cubin or PTX
// of src/kernels/cuda/reduce_kernels.hpp; "-" on the test double, which has no speed.
#include "kernels/cuda/kernel_names.hpp"
#include "kernels/device.hpp"
#include "kernels/operands.hpp"
#include "kernels/reference.hpp"
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace hocket {
namespace {

struct launch {
    int operands;
    std::size_t n, offset, step; // bytes from aligned memory: of the result, and from one operand to the next
    bool in_place;
    int results = 1; // the others apart
};
constexpr launch launches[] = {{2, 100'003, 0, 0, false}, {2, 4099, 1, 1, false},     {3, 4099, 4, 0, false},
                               {16, 1001, 0, 0, false},   {2, 4099, 8, 4, true},      {5, 333, 16, 16, false},
                               {2, 1, 0, 0, false},       {2, 0, 0, 0, false},        {16, 77, 2, 2, true},
                               {3, 4099, 0, 0, true, 3},  {16, 1001, 4, 0, false, 16}};

// Memory of a device for as long as this lives.
class buffer {
public:
    buffer(const device& on, std::size_t n) : on_(on), at_(on.allocate(n)) {}
    ~buffer() { on_.release(at_); }
    buffer(const buffer&) = delete;
    buffer& operator=(const buffer&) = delete;
    std::byte* at() const { return at_; }

private:
    const device& on_;
    std::byte* at_;
};

// Elements that are wrong.
std::size_t wrong(const device& on, operation what, element of, const launch& by, std::uint64_t seed)
{
    auto* with = find_kernel(what, of);
    auto bytes = by.n * with->size, room = bytes + 512;
    buffer memory(on, room * std::size_t(by.operands + by.results));
    device_code::inputs in{{}, by.operands};
    device_code::outputs out{{}, by.results};
    auto part = [&](int j) { return memory.at() + std::size_t(j) * (room / 256 * 256) + by.offset; };
    std::vector<std::byte> wanted, data, found(bytes);
    for (int j = 0; j < by.operands; ++j) {
        data = operands(of, by.n, seed + std::uint64_t(j));
        auto* at = part(j + by.results) + std::size_t(j) * by.step % 64;
        on.copy(at, data.data(), bytes);
        in.at[j] = reinterpret_cast<const unsigned char*>(at);
        if (j == 0) wanted = data;
        else with->combine(wanted.data(), wanted.data(), data.data(), by.n);
    }
    for (int j = 0; j < by.results; ++j) out.at[j] = reinterpret_cast<unsigned char*>(part(j));
    if (by.in_place) out.at[0] = const_cast<unsigned char*>(in.at[by.operands - 1]);
    on.start_kernel(device_kernel_name(what, of), out, in, by.n);
    on.wait();
    std::size_t count = 0;
    for (int j = 0; j < by.results; ++j) {
        on.copy(found.data(), reinterpret_cast<std::byte*>(out.at[j]), bytes);
        for (std::size_t i = 0; i < by.n; ++i)
            count += !reference::same(what, of, &found[i * with->size], &wanted[i * with->size]);
    }
    return count;
}

int check(const device& on, std::uint64_t seed)
{
    int kernels = 0, failed = 0;
    for (int what = 0; what < operations; ++what)
        for (int of = 0; of < elements_known; ++of) {
            auto name = device_kernel_name(operation(what), element(of));
            if (name.empty()) continue;
            ++kernels;
            for (auto& by : launches)
                if (auto n = wrong(on, operation(what), element(of), by, seed)) {
                    std::printf("FAILED: %s, %d operands, %zu elements: %zu wrong\n", name.c_str(), by.operands, by.n,
                                n);
                    ++failed;
                }
        }
    std::printf("%s %d operations on types, %zu launches each, seed %llu, on %s\n", failed ? "FAILED:" : "ok", kernels,
                std::size(launches), static_cast<unsigned long long>(seed), on.name().c_str());
    return failed ? 1 : 0;
}

// Seconds of the fastest of ten.
template <class F> double fastest(const device& on, F start)
{
    double best = 1e9;
    for (int i = 0; i < 10; ++i) {
        auto begin = std::chrono::steady_clock::now();
        start();
        on.wait();
        std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
        best = std::min(best, took.count());
    }
    return best;
}

int speed(const device& on)
{
    if (on.is_double()) return std::puts("no speed to measure: a test double, no GPU"), 0;
    const std::size_t n = 64 << 20, bytes = n * sizeof(float);
    buffer memory(on, 32 * bytes);
    auto part = [&](int j) { return reinterpret_cast<unsigned char*>(memory.at() + std::size_t(j) * bytes); };
    auto seconds = [&](int operands, int results, std::size_t elements) {
        device_code::inputs in{{}, operands};
        device_code::outputs out{{}, results};
        for (int j = 0; j < results; ++j) out.at[j] = part(j);
        for (int j = 0; j < operands; ++j) in.at[j] = part(results + j);
        return fastest(on, [&] { on.start_kernel("hocket_sum_f32", out, in, elements); });
    };
    auto copied = fastest(on, [&] { on.start_copy(memory.at(), memory.at() + bytes, bytes); });
    auto rate = 2.0 * double(bytes) / copied;
    std::printf("on %s, %zu MB of float; copy %.1f GB/s\n", on.name().c_str(), bytes >> 20, rate / 1e9);
    const std::pair<int, int> shapes[] = {{2, 1}, {3, 1}, {4, 1}, {8, 1}, {16, 1}, {2, 2}, {8, 8}, {16, 16}};
    for (auto [k, m] : shapes) {
        auto here = double(k + m) * double(bytes) / seconds(k, m, n);
        std::printf("sum of %2d operands to %2d results %.1f GB/s, %.2f of the copy's\n", k, m, here / 1e9,
                    here / rate);
    }
    std::printf("one element, launch and wait: %.1f us\n", seconds(2, 1, 1) * 1e6);
    return 0;
}

} // namespace
} // namespace hocket

int main(int argc, char** argv)
{
    bool checks = argc == 4 && std::strcmp(argv[1], "check") == 0;
    if (!checks && !(argc == 3 && std::strcmp(argv[1], "speed") == 0)) {
        std::fputs("usage: gpu-kernels check IMAGE SEED | speed IMAGE\n", stderr);
        return 2;
    }
    hocket::device on(argv[2]);
    return checks ? hocket::check(on, std::strtoull(argv[3], nullptr, 10)) : hocket::speed(on);
}
