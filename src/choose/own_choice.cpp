// SPDX-License-Identifier: BSD-3-Clause
#include "choose/own_choice.hpp"
#include "catalogue/cast_price_of.hpp"
#include "choose/declared_choice.hpp"
#include "choose/embedded_table.hpp"
#include <fmt/format.h>

namespace hocket {
namespace {

// At the sizes where straight lines end: of what both ends copy, half of what they take together.
void add_copies(price& p, const machine_level& level)
{
    constexpr double longest = 1e12;
    for (double n : {0.0, level.eager_limit, level.eager_limit + 1, longest}) {
        if (n > longest) continue;
        double time = level.overhead(n) + (level.copying_in(n) + level.copying_out(n)) / 2;
        p.overheads[std::size_t(p.points++)] = {n, time};
    }
}

price priced(const machine_level& level, double shared_GBps, bool in_turn)
{
    price p{.latency = level.latency_us, .per_byte = level.per_byte(), .one_port = false};
    p.shared_per_byte = per_byte(shared_GBps);
    p.in_turn = in_turn;
    p.eager_limit = level.eager_limit;
    p.rendezvous = level.rendezvous_us;
    if (level.copy_us_per_byte > 0) return add_copies(p, level), p;
    for (auto& point : level.overhead_us)
        if (std::size_t(p.points) < p.overheads.size()) p.overheads[std::size_t(p.points++)] = point;
    return p;
}

double slower(double in, double out)
{
    return in > 0 && out > 0 ? std::min(in, out) : std::max(in, out);
}

bool can_do(std::string_view collective, const rule& r, const place& at)
{
    return bool(bind_algorithm(collective, std::string_view(r.algorithm), at));
}

// What was fastest of all that was simulated there; tables know of no multicast.
std::optional<own_choice> sampled(std::string_view collective, const table& rules, const machine& by,
                                  const layout& where, std::size_t n, demands like)
{
    auto found = rules.find(collective, where, n, like.commutative);
    if (found.index < 0 || !found.exact || !where.regular() || !where.node_major()) return {};
    auto& rule = rules.rules[std::size_t(found.index)];
    if (!can_do(collective, rule, priced_place(collective, where, n, by, like))) return {};
    return own_choice{rule.algorithm, fmt::format("rule {} of the {} table of ", found.index, collective), found.bytes};
}

} // namespace

place priced_place(std::string_view collective, const layout& where, std::size_t n, const machine& by, demands like)
{
    auto network = priced(by.network, slower(by.nic.in_GBps, by.nic.out_GBps), true);
    network.fresh_per_byte = by.fresh_buffer_us_per_MB * 1e-6;
    network.cast = cast_price_of(by);
    if (by.port.drops) {
        network.flood = by.port.buffer;
        network.resend = by.port.rto_us;
    }
    auto node = priced(by.node, by.memory_GBps, false);
    if (by.shares) node.tell_limit = by.sharing.tell_limit;
    return {&where,
            whole_vector(collective, double(n), where.ranks()),
            node,
            network,
            by.nic.count,
            per_byte(by.copy_GBps),
            per_byte(by.reduce("any")),
            1,
            like.commutative,
            like.reproducible,
            like.around,
            like.casts};
}

const table* shipped_table(const machine& by, std::string_view collective, bool shares)
{
    if (!by.shipped) return nullptr;
    return embedded_table(fmt::format("tables/{}/{}{}.json", by.name, shares ? "shm/" : "", collective));
}

// What was simulated holds for messages, or for shared memory with single copies; with two its winners compete.
own_choice choose_own(std::string_view collective, const machine& by, const layout& where, std::size_t n, demands like)
{
    bool shares = by.shares && where.largest() > 1, simulated_so = !shares || by.copies_once();
    auto* rules = shipped_table(by, collective, shares);
    auto called = shares ? by.title() : by.name;
    auto simulated = rules && simulated_so ? sampled(collective, *rules, by, where, n, like) : std::nullopt;
    if (simulated) simulated->reason += called;
    if (simulated && !like.casts) return *simulated;
    auto [plan, holds, is_near] = choose_by_declared_costs({collective, by, where, like, rules}, n);
    own_choice made{plan.text, "least declared time", holds};
    if (is_near) made.reason += fmt::format(", of a place near by in the {} table of {}", collective, called);
    if (!simulated || plan.multicasts) return made;
    simulated->bytes = simulated->bytes.common(made.bytes);
    return *simulated;
}

} // namespace hocket
