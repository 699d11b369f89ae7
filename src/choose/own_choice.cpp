// SPDX-License-Identifier: BSD-3-Clause
#include "choose/own_choice.hpp"
#include "base/embedded.hpp"
#include "catalogue/cast_price_of.hpp"
#include <fmt/format.h>
#include <map>
#include <memory>
#include <mutex>

namespace hocket {
namespace {

price priced(const machine_level& level, const machine& by, double shared_GBps, bool in_turn)
{
    price p{.latency = level.latency_us, .per_byte = level.per_byte(), .one_port = false};
    p.shared_per_byte = per_byte(shared_GBps);
    p.in_turn = in_turn;
    p.eager_limit = by.eager_limit;
    p.rendezvous = by.rendezvous_us;
    for (auto& point : level.overhead_us)
        if (std::size_t(p.points) < p.overheads.size()) p.overheads[std::size_t(p.points++)] = point;
    return p;
}

double slower(double in, double out)
{
    return in > 0 && out > 0 ? std::min(in, out) : std::max(in, out);
}

// A test holds all of them to the format.
std::unique_ptr<const table> read_table(const std::string& machine_and_collective)
{
    auto text = embedded("tables/" + machine_and_collective + ".json");
    if (!text) return {};
    auto read = parse_table(*text);
    return read ? std::make_unique<const table>(*std::move(read)) : nullptr;
}

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

bool can_do(std::string_view collective, const rule& r, const place& at)
{
    return bool(bind_algorithm(collective, std::string_view(r.algorithm), at));
}

} // namespace

place priced_place(std::string_view collective, const layout& where, std::size_t n, const machine& by, demands like)
{
    auto network = priced(by.network, by, slower(by.nic.in_GBps, by.nic.out_GBps), true);
    network.fresh_per_byte = by.fresh_buffer_us_per_MB * 1e-6;
    network.cast = cast_price_of(by);
    if (by.port.drops) {
        network.flood = by.port.buffer;
        network.resend = by.port.rto_us;
    }
    return {&where,
            whole_vector(collective, double(n), where.ranks()),
            priced(by.node, by, by.memory_GBps, false),
            network,
            by.nic.count,
            per_byte(by.copy_GBps),
            per_byte(by.reduce("any")),
            1,
            like.commutative,
            like.reproducible,
            like.around};
}

const table* shipped_table(const machine& by, std::string_view collective)
{
    if (!by.shipped) return nullptr;
    static std::mutex one_at_a_time; // set-up only
    static std::map<std::string, std::unique_ptr<const table>> tables;
    std::lock_guard held(one_at_a_time);
    auto [at, fresh] = tables.try_emplace(fmt::format("{}/{}", by.name, collective));
    if (fresh) at->second = read_table(at->first);
    return at->second.get();
}

own_choice choose_own(std::string_view collective, const machine& by, const layout& where, std::size_t n, demands like)
{
    auto* rules = shipped_table(by, collective);
    if (rules) {
        auto found = rules->find(collective, where, n, like.commutative);
        auto at = priced_place(collective, where, n, by, like);
        bool sampled = found.index >= 0 && found.exact && where.regular() && where.node_major();
        if (sampled && can_do(collective, rules->rules[std::size_t(found.index)], at))
            return {rules->rules[std::size_t(found.index)].algorithm,
                    fmt::format("rule {} of the {} table of {}", found.index, collective, by.name), found.bytes};
    }
    own_choice made{{}, "least declared time", irregular(collective) ? range{} : octave(n)};
    auto asked = irregular(collective) ? n : std::size_t(made.bytes.high - 1);
    auto at = priced_place(collective, where, asked, by, like);
    auto best = least_declared(collective, at);
    if (rules && nearby(collective, *rules, at, asked, best))
        made.reason += fmt::format(", of a place near by in the {} table of {}", collective, by.name);
    made.algorithm = best.text;
    return made;
}

} // namespace hocket
