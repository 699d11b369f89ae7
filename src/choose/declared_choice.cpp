// SPDX-License-Identifier: BSD-3-Clause
#include "choose/declared_choice.hpp"
#include <numeric>

namespace hocket {
namespace {

// Doublings of ranks, nodes and ranks per node together, up to which a sampled place is a neighbour.
constexpr double near_enough = 4;

// Between the sampled places: what won near by competes by its declared time here. True if it wins.
bool nearby(std::string_view collective, const table& rules, const place& at, std::size_t n, bound_plan& best)
{
    double least = typical_time(collective, best, at);
    bool found = false;
    for (auto& r : rules.rules) {
        bool alike = r.collective == collective && r.nodes.holds(1) == (at.where->nodes() == 1) && r.bytes.holds(n);
        if (!alike || r.distance(*at.where, double(n)) > near_enough) continue;
        auto one = bind_algorithm(collective, std::string_view(r.algorithm), at);
        if (!one) continue; // it cannot do with this place
        double time = typical_time(collective, *one, at);
        if (time >= least) continue;
        best = *std::move(one);
        least = time;
        found = true;
    }
    return found;
}

declared_choice best_at(const declared_question& q, std::uint64_t n)
{
    auto at = q.at(n);
    declared_choice made{least_declared(q.collective, at), {}, false};
    made.is_near = q.rules && nearby(q.collective, *q.rules, at, std::size_t(n), made.plan);
    return made;
}

// Losses below that leave an octave whole.
constexpr double noticed = 1.2;

bool is_good_at(const declared_question& q, const bound_plan& plan, std::uint64_t n)
{
    auto at = q.at(n);
    auto least = least_declared(q.collective, at);
    return typical_time(q.collective, plan, at) <= noticed * typical_time(q.collective, least, at);
}

} // namespace

declared_choice choose_by_declared_costs(const declared_question& q, std::size_t n)
{
    if (irregular(q.collective)) return best_at(q, n);
    auto holds = octave(n);
    auto enough = std::max<std::uint64_t>(16, (holds.high - holds.low) / 256);
    for (;;) {
        auto made = best_at(q, holds.high - 1);
        made.holds = holds;
        if (holds.high - holds.low <= enough || is_good_at(q, made.plan, holds.low)) return made;
        auto middle = std::midpoint(holds.low, holds.high);
        (n < middle ? holds.high : holds.low) = middle;
    }
}

} // namespace hocket
