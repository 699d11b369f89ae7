// SPDX-License-Identifier: BSD-3-Clause
#include "choose/chooser.hpp"
#include "choose/node_table.hpp"
#include <fmt/format.h>

namespace hocket {
namespace {

struct choice {
    std::string spec, reason;
    range bytes;
};

std::string forced_by_hand(std::string_view collective, const settings& by, const std::string& info_spec)
{
    return info_spec.empty() ? by.forced_for(collective) : info_spec;
}

std::string by_whom(std::string_view collective, const std::string& info_spec)
{
    if (!info_spec.empty()) return fmt::format("info key hocket_{}", collective);
    return variable_of(collective);
}

// Empty where it says nothing of them.
choice by_node_table(std::string_view collective, const settings& by, const layout& where, std::size_t n)
{
    auto* rules = node_table(by.native);
    auto found = rules ? rules->find(collective, where, n) : table::found();
    if (found.index < 0 || !found.exact) return {};
    return {rules->rules[std::size_t(found.index)].algorithm,
            fmt::format("rule {} of the table for ranks that share memory", found.index), found.bytes};
}

// Of a communicator's ranks.
struct asked_of {
    const layout& where;
    bool commutative, shared;
};

// Precedence: HOCKET_OFF, info key, variable, table, what somebody has told the library, memory that all share, model.
choice choose(std::string_view collective, const settings& by, const std::string& info_spec, const asked_of& ranks,
              std::size_t n)
{
    auto& [where, commutative, shared] = ranks;
    if (by.is_off(collective)) return {"native", "HOCKET_OFF", {}};
    auto forced = forced_by_hand(collective, by, info_spec);
    if (!forced.empty()) return {forced, by_whom(collective, info_spec), {}};
    if (!by.rules && shared && !by.tuned.contains(collective))
        if (auto made = by_node_table(collective, by, where, n); !made.spec.empty()) return made;
    if (!by.rules && by.native && by.tuned.contains(collective))
        return {"native", "a variable of the library's own says what to choose", {}};
    if (!by.rules && by.native) {
        auto made = choose_by_model(collective, by.model, *by.native, where, n, commutative);
        return {made.algorithm, made.reason, made.bytes};
    }
    if (!by.rules) return {"native", "no tuning table", {}};
    auto found = by.rules->find(collective, where, n);
    if (found.index < 0) return {"native", fmt::format("no rule for {} in the tuning table", collective), {}};
    auto reason = fmt::format("{} {} of the tuning table", found.exact ? "rule" : "no rule matches; nearest is rule",
                              found.index);
    return {by.rules->rules[std::size_t(found.index)].algorithm, reason, found.bytes};
}

} // namespace

chooser::chooser(std::string collective, const settings& by, layout where, std::string info_spec, bool commutative,
                 bool shared)
    : collective_(std::move(collective)), by_(by), where_(std::move(where)), info_spec_(std::move(info_spec)),
      commutative_(commutative), shared_(shared)
{
}

bool chooser::needs_layout(std::string_view collective, const settings& by, const std::string& info_spec)
{
    if (by.is_off(collective)) return false;
    if (by.reproducible && is_reduction(collective)) return true;
    auto forced = forced_by_hand(collective, by, info_spec);
    return !forced.empty() ? !forced.starts_with("native") : by.rules || by.native;
}

// The library's own, tables and models that say more have no part in it.
decision chooser::reproducible(std::size_t n) const
{
    auto near = octave(n);
    auto at = priced_place(collective_, where_, std::size_t(near.high - 1), by_.model, commutative_);
    at.reproducible = true;
    auto asked = forced_by_hand(collective_, by_, info_spec_);
    auto bound = bind_algorithm(collective_, asked, at);
    if (!asked.empty() && bound && bound->runs == way::own)
        return {near.low, near.high, *std::move(bound), by_whom(collective_, info_spec_)};
    return {near.low, near.high, least_declared(collective_, at), "HOCKET_REPRODUCIBLE, least declared time"};
}

decision chooser::decide(std::size_t n) const
{
    if (by_.reproducible && is_reduction(collective_) && !by_.is_off(collective_)) return reproducible(n);
    auto made = choose(collective_, by_, info_spec_, {where_, commutative_, shared_}, n);
    auto holds = made.bytes;
    bool any_size = irregular(collective_);
    if (!any_size && made.spec.find("=auto") != made.spec.npos) {
        auto near = octave(n); // values at auto are settled once for each
        holds = {std::max(holds.low, near.low), std::min(holds.high, near.high)};
    }
    // The same for all sizes of an octave, whichever comes first.
    auto asked = any_size ? usual_block : std::size_t(octave(n).high - 1);
    auto at = priced_place(collective_, where_, asked, by_.model, commutative_);
    auto bound = bind_algorithm(collective_, made.spec, at);
    if (bound) return {holds.low, holds.high, *std::move(bound), made.reason};
    // The SPEC was judged when it was read, so it is this place that it cannot do with.
    auto near = any_size ? range{} : octave(n);
    return {std::max(holds.low, near.low), std::min(holds.high, near.high), least_declared(collective_, at),
            fmt::format("{}: {}; the least declared time of those that can", made.reason, bound.error().what)};
}

const decision& chooser::look_up(std::size_t n)
{
    for (auto& d : known_)
        if (n >= d.from && n < d.to) return d;
    return known_.emplace_back(decide(n));
}

} // namespace hocket
