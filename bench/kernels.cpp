// SPDX-License-Identifier: BSD-3-Clause
// The sum of two vectors into a third, in turn with a copy past the cache and with a loop that takes one element at a
// time. Goals: 90 % of the copy's bytes per second (read and written) at 64 MB, 4 times the loop at 16 KB.
#include "kernels/kernels.hpp"
#include "kernels/half.hpp"
#include <algorithm>
#include <benchmark/benchmark.h>
#include <chrono>
#include <cstring>
#include <memory>
#include <vector>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace hocket {
namespace {

#if defined(__clang__)
#define ONE_BY_ONE _Pragma("clang loop vectorize(disable) interleave(disable)")
#define NO_VECTORS
#else
#define ONE_BY_ONE
#define NO_VECTORS __attribute__((optimize("no-tree-vectorize")))
#endif

// From the start of a page, as large allocations are.
struct pages {
    explicit pages(std::size_t bytes) : data(static_cast<std::byte*>(std::aligned_alloc(4096, bytes)), std::free)
    {
        std::memset(data.get(), 0, bytes);
    }
    std::unique_ptr<std::byte, decltype(&std::free)> data;
};

#if defined(__x86_64__)
// The fastest of the three widths wherever they were compared.
[[gnu::noinline, gnu::target("avx")]] void copy_past_cache(std::byte* out, const std::byte* in, std::size_t bytes)
{
    const auto* from = reinterpret_cast<const __m256i*>(in);
    auto* to = reinterpret_cast<__m256i*>(out);
    for (std::size_t i = 0; i < bytes / sizeof(__m256i); i += 2) {
        const auto first = _mm256_load_si256(from + i), second = _mm256_load_si256(from + i + 1);
        _mm256_stream_si256(to + i, first);
        _mm256_stream_si256(to + i + 1, second);
    }
    _mm_sfence();
}
#else
void copy_past_cache(std::byte* out, const std::byte* in, std::size_t bytes)
{
    std::memcpy(out, in, bytes);
}
#endif

template <class T> struct as_number {
    static T sum(T low, T high) { return low + high; }
};
template <> struct as_number<brain16_number> {
    static brain16_number sum(brain16_number low, brain16_number high)
    {
        return brain16_number::nearest(float(low) + float(high));
    }
};

template <class T>
[[gnu::noinline]] NO_VECTORS void one_by_one(std::byte* out, const std::byte* low, const std::byte* high, std::size_t n)
{
    auto* to = reinterpret_cast<T*>(out);
    const auto *a = reinterpret_cast<const T*>(low), *b = reinterpret_cast<const T*>(high);
    ONE_BY_ONE
    for (std::size_t i = 0; i < n; ++i) to[i] = as_number<T>::sum(a[i], b[i]);
}

template <class Work> double seconds(std::size_t times, Work work)
{
    const auto start = std::chrono::steady_clock::now();
    for (std::size_t i = 0; i < times; ++i) work();
    benchmark::ClobberMemory();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / double(times);
}

// What disturbs a machine only ever makes it slower.
double least(const std::vector<double>& of)
{
    return *std::min_element(of.begin(), of.end());
}

template <class T, element of> void sum(benchmark::State& state)
{
    const auto bytes = std::size_t(state.range(0)), n = bytes / sizeof(T);
    const auto times = std::max<std::size_t>(1, (std::size_t(1) << 22) / bytes);
    const auto* with = find_kernel(operation::sum, of);
    const pages low(bytes), high(bytes), out(bytes);
    std::vector<double> copy, loop, kernel;
    for (auto _ : state) {
        copy.push_back(seconds(times, [&] { copy_past_cache(out.data.get(), low.data.get(), bytes); }));
        kernel.push_back(seconds(times, [&] { with->combine(out.data.get(), low.data.get(), high.data.get(), n); }));
        loop.push_back(seconds(times, [&] { one_by_one<T>(out.data.get(), low.data.get(), high.data.get(), n); }));
        state.SetIterationTime(kernel.back() * double(times));
    }
    const double copied = 2 * double(bytes) / least(copy), combined = 3 * double(bytes) / least(kernel);
    state.counters["GB/s"] = combined * 1e-9;
    state.counters["copy"] = copied * 1e-9;
    state.counters["of_copy"] = combined / copied;
    state.counters["of_loop"] = least(loop) / least(kernel);
}

void sizes(benchmark::internal::Benchmark* of)
{
    of->Arg(16 << 10)->Arg(64 << 20)->UseManualTime()->Unit(benchmark::kMicrosecond);
}
BENCHMARK_TEMPLATE(sum, float, element::f32)->Apply(sizes);
BENCHMARK_TEMPLATE(sum, double, element::f64)->Apply(sizes);
BENCHMARK_TEMPLATE(sum, std::int32_t, element::i32)->Apply(sizes);
BENCHMARK_TEMPLATE(sum, brain16_number, element::bf16)->Apply(sizes);

} // namespace
} // namespace hocket
