// SPDX-License-Identifier: BSD-3-Clause
#include "simulate/critical_path.hpp"
#include <algorithm>

namespace hocket {
namespace {

// A rendezvous starts when both are there; without one only an arrival that finds nobody waiting is late.
bool waits_for_receiver(const traced_message& m)
{
    return m.recv_posted > (m.rendezvous ? m.send_posted : m.arrived);
}

// When the message had ended for one of its two ranks.
double end_for(const traced_message& m, int rank)
{
    return rank == m.to ? m.finished : m.send_finished;
}

double end_for_both(const traced_message& m)
{
    return std::max(m.finished, m.send_finished);
}

// The path is in order, and each step's message follows from the one before.
void set_times(std::vector<critical_step>& path, const std::vector<traced_message>& all)
{
    for (std::size_t i = 0; i < path.size(); ++i) {
        auto& step = path[i];
        auto& m = all[std::size_t(step.message)];
        if (i > 0) {
            auto& before = path[i - 1];
            before.end = end_for(all[std::size_t(before.message)], step.late_receiver ? m.to : m.from);
            step.from = before.end;
        }
        step.moves = std::max(step.from, step.late_receiver && !m.rendezvous ? m.recv_posted : m.started);
        step.end = end_for_both(m);
    }
}

} // namespace

std::vector<critical_step> critical_path(const trace& what)
{
    auto& all = what.messages;
    if (all.empty()) return {};
    auto last = std::ranges::max_element(all, {}, end_for_both);
    std::vector<critical_step> path;
    // Causes come before what they cause; the test keeps a trace that says otherwise from going round.
    for (auto i = last - all.begin(), limit = std::ptrdiff_t(all.size()); i >= 0 && i < limit;) {
        bool late = waits_for_receiver(all[std::size_t(i)]);
        path.push_back({i, late});
        if (path.size() > all.size()) break;
        i = late ? all[std::size_t(i)].recv_cause : all[std::size_t(i)].send_cause;
    }
    std::ranges::reverse(path);
    set_times(path, all);
    return path;
}

critical_sums sums_of(const std::vector<critical_step>& path, const trace& what)
{
    critical_sums sums;
    for (auto& step : path) {
        bool network = what.messages[std::size_t(step.message)].between_nodes;
        (network ? sums.network : sums.node) += step.end - step.moves;
        sums.waiting += step.moves - step.from;
    }
    return sums;
}

} // namespace hocket
