// SPDX-License-Identifier: BSD-3-Clause
#include "simulate/compare.hpp"
#include <algorithm>
#include <cmath>

namespace hocket {
namespace {

struct entry {
    bound_bcast how;
    cost declared;
};

// Distinct ones, cheapest first.
std::vector<entry> entries(const place& at, const std::vector<std::string>& specs)
{
    std::vector<entry> all;
    for (auto& text : specs) {
        auto how = bind_bcast(std::string_view(text), at);
        if (!how || how->runs != way::own || how->uses_native) continue;
        if (std::ranges::find(all, how->text, [](auto& e) { return e.how.text; }) != all.end()) continue;
        all.push_back({*how, how->run->declared(at.as_problem())});
    }
    std::ranges::stable_sort(all, {}, [](auto& e) { return e.declared.finish; });
    return all;
}

double rounds_of(const bound_bcast& how, const place& at)
{
    auto of = at.as_problem();
    of.node = of.network = {1, 0};
    return how.run->declared(of).finish;
}

void leave_out(std::vector<entry>& all, const comparison_options& with)
{
    auto drop = [&](const entry& e, const char* why) {
        if (with.left_out) with.left_out(e.how.text, why);
        return true;
    };
    std::erase_if(all, [&](auto& e) { return e.declared.messages > with.most_messages && drop(e, "messages"); });
    double least = all.empty() ? 0 : all.front().declared.finish;
    std::erase_if(all, [&](auto& e) { return e.declared.finish > with.within * least && drop(e, "declared time"); });
}

noisy_times with_noise(simulator& on, const place& at, const entry& e, const bcast_job& job, int seeds)
{
    std::vector<double> times;
    for (int seed = 1; seed <= seeds; ++seed)
        times.push_back(run_bcast(on, *at.where, *e.how.run, job, std::int64_t(e.declared.messages),
                                  {.noise_seed = std::uint64_t(seed)})
                            .time);
    std::ranges::sort(times);
    auto rank = [&](double share) { return times[std::size_t(std::ceil(share * double(times.size()))) - 1]; };
    return {rank(0.5), rank(0.95)};
}

} // namespace

std::vector<simulated_row> compare_bcasts(const machine& by, const place& at, const bcast_job& job,
                                          const std::vector<std::string>& specs, const comparison_options& with)
{
    simulator on(by, *at.where);
    double best = std::numeric_limits<double>::infinity();
    std::vector<simulated_row> rows;
    auto all = entries(at, specs);
    if (!with.full) leave_out(all, with);
    for (auto& e : all) {
        simulation_options options;
        if (!with.full) options.limit = too_slow * best;
        auto times = run_bcast(on, *at.where, *e.how.run, job, std::int64_t(e.declared.messages), options);
        if (!times.abandoned && !times.trouble) best = std::min(best, times.time);
        rows.push_back({e.how.text, times, e.declared.finish, rounds_of(e.how, at), {}});
        if (with.noise_seeds > 0 && !times.abandoned) rows.back().noisy = with_noise(on, at, e, job, with.noise_seeds);
        if (with.heard) with.heard(rows.back());
    }
    return rows;
}

// Everybody who knows can tell one other in the processor's time for a message. Between nodes one message at least
// leads to each rank outside the root's node, and only those ranks are told after its latency; all bytes come in
// through the interfaces of a node.
double bcast_bound(const machine& by, const layout& where, double n)
{
    if (where.ranks() == 1) return 0;
    bool spans = where.nodes() > 1;
    auto& level = spans ? by.network : by.node;
    int told = spans ? where.ranks() - where.largest() + 1 : where.ranks();
    double tell = std::min(by.network.overhead(0), by.node.overhead(0));
    double start = level.latency_us + tell * std::ceil(std::log2(told));
    double rate = spans ? by.nic.count * by.nic.in_GBps : by.memory_GBps; // 0: no limit
    return std::max(start, rate > 0 ? n * 1e-3 / rate : 0);
}

} // namespace hocket
