// SPDX-License-Identifier: BSD-3-Clause
// What the machine itself takes, beside which collectives of two ranks are judged: a line of memory that goes to
// another processor and back, copies by one processor and by two at once, and giving a processor to another thread.
#include "processors.hpp"
#include <algorithm>
#include <benchmark/benchmark.h>
#include <chrono>
#include <cstring>
#include <memory>
#include <thread>

namespace {

// As long as it lives, the calling thread runs there alone.
class bound_to {
public:
    explicit bound_to(int processor)
    {
        sched_getaffinity(0, sizeof before_, &before_);
        run_on(processor);
    }
    ~bound_to() { sched_setaffinity(0, sizeof before_, &before_); }

private:
    cpu_set_t before_;
};

// Seconds of one turn to another thread and back, the best of twenty batches: what disturbs only makes it slower.
template <class Wait> double turn(int here, int there, int turns, Wait wait)
{
    constexpr int batches = 20;
    line ping, pong;
    auto total = std::int64_t(turns) * batches;
    std::thread other([&] {
        bound_to at(there);
        for (std::int64_t i = 1; i <= total; ++i) {
            while (ping.value.load(std::memory_order_acquire) < i) wait();
            pong.value.store(i, std::memory_order_release);
        }
    });
    bound_to at(here);
    double best = 1e9;
    for (std::int64_t i = 0; i < total;) {
        auto start = std::chrono::steady_clock::now();
        for (auto end = i + turns; i < end;) {
            ping.value.store(++i, std::memory_order_release);
            while (pong.value.load(std::memory_order_acquire) < i) wait();
        }
        best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / turns);
    }
    other.join();
    return best;
}

void line_round_trip(benchmark::State& state)
{
    auto all = processors();
    if (all.size() < 2) return state.SkipWithError("needs two processors");
    for (auto _ : state) state.SetIterationTime(turn(all[0], all[1], 10000, [] { __builtin_ia32_pause(); }));
}
BENCHMARK(line_round_trip)->UseManualTime()->Iterations(5);

// Two of them: to the other thread and back.
void two_switches_on_one_processor(benchmark::State& state)
{
    auto all = processors();
    for (auto _ : state) state.SetIterationTime(turn(all[0], all[0], 2000, [] { sched_yield(); }));
}
BENCHMARK(two_switches_on_one_processor)->UseManualTime()->Iterations(5);

// Each of so many processors copies from memory of its own to memory of its own, all at once.
void copies(benchmark::State& state)
{
    const auto n = std::size_t(state.range(0));
    std::unique_ptr<char[]> from(new char[n]), to(new char[n]);
    std::memset(from.get(), 1, n);
    std::memset(to.get(), 2, n);
    for (auto _ : state) {
        std::memcpy(to.get(), from.get(), n);
        benchmark::ClobberMemory();
    }
}
BENCHMARK(copies)->Arg(4 << 20)->Threads(1)->Threads(2)->UseRealTime()->Unit(benchmark::kMicrosecond);

} // namespace
