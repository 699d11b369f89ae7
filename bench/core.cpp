// SPDX-License-Identifier: BSD-3-Clause
// What the coroutine core costs: a step, a task, a child, both, a whole broadcast, each beside the plain function that
// does the same. Goals: 12 ns a task, 3 ns an await that need not wait over a plain call.
#include "algorithms/bcast/knomial.hpp"
#include "async/group.hpp"
#include "net/net.hpp"
#include "shapes/circulant.hpp"
#include <array>
#include <benchmark/benchmark.h>
#include <utility>
#include <vector>

namespace hocket {
namespace {

constexpr int steps = 1000;

// Complete on return: what a blocking driver shows to an algorithm whose peer is ready.
class ready_port final : public transport {
public:
    std::size_t moved = 0;
    [[gnu::noinline]] bool post(request& r) override
    {
        moved += r.count + std::size_t(r.peer);
        return true;
    }
    void cancel(request&) noexcept override {}
    bytes scratch(std::size_t) override { return {}; }
    void disagree(const disagreement_of&) override {}
};

// Complete at the next progress: what a nonblocking driver does.
class queueing_port final : public transport {
public:
    [[gnu::noinline]] bool post(request& r) override
    {
        r.next = nullptr;
        *std::exchange(last_, &r.next) = &r;
        return false;
    }
    void cancel(request&) noexcept override {}
    bytes scratch(std::size_t) override { return {}; }
    void disagree(const disagreement_of&) override {}
    void progress()
    {
        while (first_) {
            auto* r = std::exchange(first_, nullptr);
            last_ = &first_;
            for (request* next; r; r = next) {
                next = r->next;
                r->finish().resume();
            }
        }
    }

private:
    request* first_ = nullptr;
    request** last_ = &first_;
};

void run(task t)
{
    completion end;
    t.start(end);
}

template <class Body> void per_unit(benchmark::State& state, int units, Body body)
{
    for (auto _ : state) body();
    state.counters["each"] =
        benchmark::Counter(double(units), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

// ---- one step -----------------------------------------------------------------------------------------------------

task receives(net on, bytes data)
{
    for (int i = 0; i < steps; ++i) co_await on.recv(i & 63, data);
}

[[gnu::noinline]] void plain_receives(const net& on, bytes data)
{
    for (int i = 0; i < steps; ++i) {
        auto r = on.receiving(i & 63, data);
        benchmark::DoNotOptimize(on.port().post(r));
    }
}

struct ready {
    long* count;
    bool await_ready() const noexcept { return ++*count > 0; }
    void await_suspend(std::coroutine_handle<>) const noexcept {}
    void await_resume() const noexcept {}
};
inline ready nothing_to_wait_for(long& n)
{
    return {&n};
}
task ready_awaits(long& n)
{
    for (int i = 0; i < steps; ++i) {
        co_await nothing_to_wait_for(n);
        benchmark::ClobberMemory();
    }
}

void step_plain_function(benchmark::State& state)
{
    ready_port port;
    std::array<std::byte, 64> data;
    per_unit(state, steps, [&] { plain_receives(net(port, 0, 64), data); });
}
void step_complete_at_once(benchmark::State& state)
{
    ready_port port;
    std::array<std::byte, 64> data;
    per_unit(state, steps, [&] { run(receives(net(port, 0, 64), data)); });
}
void step_suspended_and_resumed(benchmark::State& state)
{
    queueing_port port;
    std::array<std::byte, 64> data;
    per_unit(state, steps, [&] {
        auto t = receives(net(port, 0, 64), data);
        completion end;
        t.start(end);
        port.progress();
    });
}
void step_ready_await_alone(benchmark::State& state)
{
    long n = 0;
    per_unit(state, steps, [&] { run(ready_awaits(n)); });
}
BENCHMARK(step_plain_function);
BENCHMARK(step_complete_at_once);
BENCHMARK(step_suspended_and_resumed);
BENCHMARK(step_ready_await_alone);

// ---- one task -----------------------------------------------------------------------------------------------------

[[gnu::noinline]] void plain_function(long& n)
{
    ++n;
}
[[gnu::noinline]] task leaf(long& n)
{
    ++n;
    co_return;
}
task children(long& n)
{
    for (int i = 0; i < steps; ++i) co_await leaf(n);
}
task pairs(long& n)
{
    for (int i = 0; i < steps; ++i) co_await both(leaf(n), leaf(n));
}

template <class Body> void counted(benchmark::State& state, Body body)
{
    long n = 0;
    per_unit(state, steps, [&] { body(n); });
    benchmark::DoNotOptimize(n);
}
void task_plain_call(benchmark::State& state)
{
    counted(state, [](long& n) {
        for (int i = 0; i < steps; ++i) plain_function(n);
    });
}
void task_made_run_destroyed(benchmark::State& state)
{
    counted(state, [](long& n) {
        for (int i = 0; i < steps; ++i) run(leaf(n));
    });
}
void task_as_child(benchmark::State& state)
{
    counted(state, [](long& n) { run(children(n)); });
}
void task_both_of_two(benchmark::State& state)
{
    counted(state, [](long& n) { run(pairs(n)); });
}
BENCHMARK(task_plain_call);
BENCHMARK(task_made_run_destroyed);
BENCHMARK(task_as_child);
BENCHMARK(task_both_of_two);

// ---- one whole broadcast at the root: 6 sends to 64 ranks, 10 to 1024 ---------------------------------------------

[[gnu::noinline]] void plain_binomial(const net& on, bytes data)
{
    knomial_tree{on.rank(), on.size(), 2}.each_child([&](int child) {
        auto r = on.sending(child, data);
        benchmark::DoNotOptimize(on.port().post(r));
    });
}

void bcast_plain_function(benchmark::State& state)
{
    ready_port port;
    std::array<std::byte, 64> data;
    net on(port, 0, int(state.range(0)));
    per_unit(state, 1, [&] { plain_binomial(on, data); });
}
void bcast_binomial(benchmark::State& state)
{
    ready_port port;
    std::array<std::byte, 64> data;
    net on(port, 0, int(state.range(0)));
    per_unit(state, 1, [&] { run(bcast::knomial::run({2, 0}, on, data)); });
}
void bcast_binomial_8_segments(benchmark::State& state)
{
    ready_port port;
    std::array<std::byte, 64> data;
    net on(port, 0, int(state.range(0)));
    per_unit(state, 1, [&] { run(bcast::knomial::run({2, 8}, on, data)); });
}
void schedule_of_one_rank(benchmark::State& state)
{
    int p = int(state.range(0)), v = 0;
    per_unit(state, 1, [&] {
        v = (v + 7919) % p;
        benchmark::DoNotOptimize(circulant_broadcast(p, v));
    });
}
BENCHMARK(bcast_plain_function)->Arg(64)->Arg(1024);
BENCHMARK(bcast_binomial)->Arg(64)->Arg(1024);
BENCHMARK(bcast_binomial_8_segments)->Arg(64)->Arg(1024);
BENCHMARK(schedule_of_one_rank)->Arg(64)->Arg(6144)->Arg(1'000'000);

} // namespace
} // namespace hocket
