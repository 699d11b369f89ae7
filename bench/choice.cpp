// SPDX-License-Identifier: BSD-3-Clause
// What a decision costs at 512 nodes x 12 ranks. Goals: 1 ms for the first of a size class, 50 ns for a later one.
#include "choose/chooser.hpp"
#include <benchmark/benchmark.h>

namespace hocket {
namespace {

settings under(const char* name)
{
    settings by;
    by.model = *find_machine(name);
    by.native = *find_native_library("mpich-5.0");
    shipped_table(by.model, "bcast", false); // read once, at set-up
    return by;
}

const layout& place_of_6144()
{
    static const auto where = layout::block(6144, 12);
    return where;
}

// By the table that ships with a machine, or by declared costs for one that is not known.
void first_decision(benchmark::State& state, const char* name, bool shipped)
{
    auto by = under(name);
    by.model.shipped = shipped;
    for (auto _ : state) {
        chooser choosing("bcast", by, place_of_6144());
        benchmark::DoNotOptimize(choosing(1221360).plan.runs);
    }
}
BENCHMARK_CAPTURE(first_decision, table, "aurora", true)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(first_decision, declared, "aurora", false)->Unit(benchmark::kMicrosecond);

void later_decisions(benchmark::State& state)
{
    auto by = under("aurora");
    chooser choosing("bcast", by, place_of_6144());
    std::size_t sizes[] = {8, 1221360}, i = 0;
    for (auto n : sizes) choosing(n);
    for (auto _ : state) benchmark::DoNotOptimize(choosing(sizes[i++ & 1]).plan.runs);
}
BENCHMARK(later_decisions);

} // namespace
} // namespace hocket
