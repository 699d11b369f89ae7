// SPDX-License-Identifier: BSD-3-Clause
#include "simulate/compare.hpp"
#include <algorithm>
#include <cmath>

namespace hocket {
namespace {

struct entry {
    bound_plan how;
    cost declared;
};

// Distinct ones that can do with the place, cheapest first.
std::vector<entry> entries(std::string_view collective, const place& at, const std::vector<std::string>& specs,
                           const comparison_options& with)
{
    std::vector<entry> all;
    for (auto& text : specs) {
        auto how = bind_algorithm(collective, std::string_view(text), at);
        if (!how && with.left_out) with.left_out(text, how.error().what);
        if (!how || how->runs != way::own || how->uses_native) continue;
        if (std::ranges::find(all, how->text, [](auto& e) { return e.how.text; }) != all.end()) continue;
        all.push_back({*how, how->declared(at.as_problem())});
    }
    std::ranges::stable_sort(all, {}, [](auto& e) { return e.declared.finish; });
    return all;
}

double rounds_of(const bound_plan& how, const place& at)
{
    auto of = at.as_problem();
    of.node = of.network = {1, 0};
    return how.declared(of).finish;
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

noisy_times with_noise(simulator& on, const place& at, const entry& e, const collective_job& job,
                       const comparison_options& with)
{
    std::vector<double> times;
    auto options = with.memory;
    for (int seed = 1; seed <= with.noise_seeds; ++seed) {
        options.noise_seed = std::uint64_t(seed);
        times.push_back(run_job(on, *at.where, e.how, job, std::int64_t(e.declared.messages), options).time);
    }
    std::ranges::sort(times);
    auto rank = [&](double share) { return times[std::size_t(std::ceil(share * double(times.size()))) - 1]; };
    return {rank(0.5), rank(0.95)};
}

} // namespace

std::vector<simulated_row> compare(const machine& by, const place& at, const collective_job& job,
                                   const std::vector<std::string>& specs, const comparison_options& with)
{
    simulator on(by, *at.where);
    double best = std::numeric_limits<double>::infinity();
    std::vector<simulated_row> rows;
    auto all = entries(job.collective, at, specs, with);
    if (!with.full) leave_out(all, with);
    for (auto& e : all) {
        auto options = with.memory;
        if (!with.full) options.limit = too_slow * best;
        auto times = run_job(on, *at.where, e.how, job, std::int64_t(e.declared.messages), options);
        if (!times.abandoned && !times.trouble) best = std::min(best, times.time);
        rows.push_back({e.how.text, times, e.declared.finish, rounds_of(e.how, at), {}});
        if (with.noise_seeds > 0 && !times.abandoned) rows.back().noisy = with_noise(on, at, e, job, with);
        if (with.heard) with.heard(rows.back());
    }
    return rows;
}

} // namespace hocket
