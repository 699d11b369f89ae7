// SPDX-License-Identifier: BSD-3-Clause
#include "choose/chooser.hpp"
#include "choose/candidates.hpp"
#include "choose/node_table.hpp"
#include <fmt/format.h>

namespace hocket {
namespace {

struct choice {
    std::string spec, reason;
    range bytes;
    bool by_hand = false;
};

// What says so; null: nothing.
const char* is_off(const std::string& collective, const settings& by, const circumstances& like)
{
    if (by.is_off(collective) || (like.nonblocking && by.is_off("i" + collective))) return "HOCKET_OFF";
    if (!like.nonblocking || (by.nonblocking && by.progress != carried_by::nobody)) return nullptr;
    return by.nonblocking ? "HOCKET_PROGRESS" : "HOCKET_NONBLOCKING";
}

struct force {
    std::string spec, by; // empty: nobody does
};

// The variable of a nonblocking form comes before that of the collective.
force forced_by_hand(const std::string& collective, const settings& by, const std::string& info_spec, bool nonblocking)
{
    if (!info_spec.empty()) return {info_spec, "info key hocket_" + collective};
    auto its_own = "i" + collective;
    auto& of = nonblocking && !by.forced_for(its_own).empty() ? its_own : collective;
    return {by.forced_for(of), variable_of(of)};
}

// Empty where it says nothing of them.
choice by_node_table(std::string_view collective, const settings& by, const layout& where, const circumstances& like,
                     node_calls of, std::size_t n)
{
    constexpr const char* called[] = {"", "nonblocking collectives of ", "persistent collectives of "};
    auto* rules = node_table(by.native, like.crowded, of);
    auto found = rules ? rules->find(collective, where, n, like.commutative) : table::found();
    if (found.index < 0 || !found.exact) return {};
    auto reason = fmt::format("rule {} of the table for {}ranks that share memory{}", found.index, called[int(of)],
                              like.crowded ? " and processors" : "");
    return {rules->rules[std::size_t(found.index)].algorithm, reason, found.bytes};
}

// Measurements choose on one node, and of several nodes there are none for nonblocking ones.
const machine& model_for(const settings& by, const layout& where, const circumstances& like)
{
    bool shares = like.shared && !like.nonblocking && where.nodes() > 1 && where.largest() > 1;
    return shares ? by.model_where_shared(like.single_copy) : by.model;
}

// Where ranks of a node share memory the library is taken to send as fast there, so that only what is sent counts. A
// gain that was seen without stays one.
own_choice choose_by_models(std::string_view collective, const settings& by, const layout& where,
                            const circumstances& like, std::size_t n)
{
    auto under = [&](const machine& model) {
        return choose_by_model(collective, model, *by.native, where, n, like.demanded());
    };
    auto& sharing = model_for(by, where, like);
    auto made = under(sharing);
    if (!sharing.shares || made.algorithm != "native") return made;
    auto apart = under(by.model);
    made.bytes = made.bytes.common(apart.bytes);
    if (apart.algorithm == "native") return made;
    auto ours = choose_own(collective, sharing, where, irregular(collective) ? usual_block : n, like.demanded());
    return {ours.algorithm, fmt::format("{}; where memory is shared: {}", apart.reason, ours.reason),
            ours.bytes.common(made.bytes)};
}

// Where only blocking ones were measured, and the library's was best: MPICH's other ones take 1.5 to 4 us more than
// that, ours a tenth of it.
choice beside_native_blocking(std::string_view collective, const settings& by, const layout& where,
                              const circumstances& like, std::size_t n, choice native)
{
    constexpr std::size_t short_enough = 16 << 10;
    bool slow = by.native->name.starts_with("mpich") && !irregular(collective);
    if (!slow) return native;
    bool is_short = n <= short_enough;
    native.bytes = native.bytes.common(is_short ? range{0, short_enough + 1} : range{short_enough + 1, range().high});
    if (!is_short) return native;
    auto ours = choose_own(collective, by.model_where_shared(like.single_copy), where, n, like.demanded());
    return {ours.algorithm, fmt::format("beside {}, {}", native.reason, ours.reason), native.bytes.common(ours.bytes)};
}

// Empty where nobody has measured.
choice by_measurements(std::string_view collective, const settings& by, const layout& where, const circumstances& like,
                       std::size_t n)
{
    auto in_table = [&](node_calls of) { return by_node_table(collective, by, where, like, of, n); };
    auto its_own = like.persistent ? node_calls::persistent : node_calls::nonblocking;
    if (like.nonblocking)
        if (auto made = in_table(its_own); !made.spec.empty()) return made;
    auto made = in_table(node_calls::blocking);
    bool keeps = made.spec != "native" || !like.nonblocking;
    return keeps ? made : beside_native_blocking(collective, by, where, like, n, made);
}

// Where nobody has said what to do: what somebody has told the library, memory that all share, model.
choice choose_alone(std::string_view collective, const settings& by, const layout& where, const circumstances& like,
                    std::size_t n)
{
    if (like.shared && where.nodes() == 1 && !by.tuned.contains(collective))
        if (auto made = by_measurements(collective, by, where, like, n); !made.spec.empty()) return made;
    if (like.nonblocking && where.nodes() == 1 && has_node_table(by.native))
        return {"native", "no tuning table, and nonblocking ones share no memory here, or not yet", {}};
    if (like.nonblocking) return {"native", "no tuning table, and nonblocking ones have no model", {}};
    if (by.native && by.tuned.contains(collective))
        return {"native", "a variable of the library's own says what to choose", {}};
    if (!by.native) return {"native", "no tuning table, and what the MPI library would run is not known", {}};
    auto made = choose_by_models(collective, by, where, like, n);
    return {made.algorithm, made.reason, made.bytes};
}

// Precedence: HOCKET_OFF, info key, variable, table, own choice.
choice choose(const std::string& collective, const settings& by, const std::string& info_spec, const layout& where,
              const circumstances& like, std::size_t n)
{
    if (auto* said = is_off(collective, by, like)) return {"native", said, {}, true};
    auto forced = forced_by_hand(collective, by, info_spec, like.nonblocking);
    if (!forced.spec.empty()) return {forced.spec, forced.by, {}, true};
    if (!by.rules) return choose_alone(collective, by, where, like, n);
    auto found = by.rules->find(collective, where, n, like.commutative);
    if (found.index < 0) return {"native", fmt::format("no rule for {} in the tuning table", collective), {}};
    auto reason = fmt::format("{} {} of the tuning table", found.exact ? "rule" : "no rule matches; nearest is rule",
                              found.index);
    return {by.rules->rules[std::size_t(found.index)].algorithm, reason, found.bytes};
}

} // namespace

chooser::chooser(std::string collective, const settings& by, layout where, std::string info_spec, circumstances like)
    : collective_(std::move(collective)), by_(by), where_(std::move(where)), info_spec_(std::move(info_spec)),
      like_(like)
{
}

const machine& chooser::model() const
{
    return model_for(by_, where_, like_);
}

bool chooser::needs_layout(const std::string& collective, const settings& by, const std::string& info_spec)
{
    if (by.is_off(collective)) return false;
    if (by.reproducible && is_reduction(collective)) return true;
    auto own = [&](bool nonblocking) {
        auto forced = forced_by_hand(collective, by, info_spec, nonblocking).spec;
        return !forced.empty() ? !forced.starts_with("native") : by.rules || by.native;
    };
    return own(false) || own(true);
}

bool chooser::may_run_nonblocking(const std::string& collective, const settings& by, const std::string& info_spec)
{
    if (is_off(collective, by, {.nonblocking = true})) return false;
    if (by.reproducible && is_reduction(collective)) return true;
    auto forced = forced_by_hand(collective, by, info_spec, true).spec;
    return !forced.empty() ? !forced.starts_with("native") : by.rules != nullptr;
}

bool chooser::may_be_measured(const std::string& collective, const settings& by, const layout& where,
                              const std::string& info_spec, bool persistent)
{
    if (has_neighbors(collective)) return false;
    bool nobody_says = !is_off(collective, by, {.nonblocking = true}) && !by.rules && !by.tuned.contains(collective) &&
                       forced_by_hand(collective, by, info_spec, true).spec.empty();
    if (!nobody_says || (by.reproducible && is_reduction(collective))) return false;
    auto speaks = [&](const table* rules) {
        return rules && std::ranges::any_of(rules->rules, [&](auto& r) {
                   return r.collective == collective && r.algorithm != "native" && r.matches_place(where);
               });
    };
    auto ever = [&](node_calls of) { // who is in a crowd is known when they share memory
        return speaks(node_table(by.native, false, of)) || speaks(node_table(by.native, true, of));
    };
    return ever(persistent ? node_calls::persistent : node_calls::nonblocking) || ever(node_calls::blocking);
}

// The library's own, tables, shared memory and models that say more have no part in it.
decision chooser::reproducible(std::size_t n) const
{
    auto near = octave(n);
    auto at = priced_place(collective_, where_, std::size_t(near.high - 1), by_.model, like_.demanded());
    at.reproducible = true;
    auto asked = forced_by_hand(collective_, by_, info_spec_, like_.nonblocking);
    auto bound = bind_algorithm(collective_, asked.spec, at);
    if (!asked.spec.empty() && bound && bound->runs == way::own)
        return {near.low, near.high, *std::move(bound), asked.by, true};
    return {near.low, near.high, least_declared(collective_, at), "HOCKET_REPRODUCIBLE, least declared time", true};
}

decision chooser::decide(std::size_t n) const
{
    if (by_.reproducible && is_reduction(collective_) && !is_off(collective_, by_, like_)) return reproducible(n);
    auto made = choose(collective_, by_, info_spec_, where_, like_, n);
    auto holds = made.bytes;
    bool any_size = irregular(collective_);
    auto near = any_size ? range{} : octave(n);
    if (made.spec.find("=auto") != made.spec.npos) holds = holds.common(near); // its values are settled once for each
    // The same for all sizes of an octave, or of what the choice holds for, whichever comes first.
    auto asked = any_size ? usual_block : std::size_t(holds.common(near).high - 1);
    auto at = priced_place(collective_, where_, asked, model(), like_.demanded());
    auto bound = bind_algorithm(collective_, made.spec, at);
    if (bound) {
        bool counts = bound->multicasts && !made.by_hand && !by_.rules;
        return {holds.low, holds.high, *std::move(bound), made.reason, made.by_hand, counts};
    }
    // The SPEC was judged when it was read, so it is this place that it cannot do with.
    at.casts = false;
    holds = holds.common(near);
    return {holds.low, holds.high, least_declared(collective_, at),
            fmt::format("{}: {}; the least declared time of those that can", made.reason, bound.error().what),
            made.by_hand};
}

std::string chooser::alternatives_to(const decision& made, std::size_t n) const
{
    auto asked = irregular(collective_) ? usual_block : n;
    return alternatives(collective_, priced_place(collective_, where_, asked, model(), like_.demanded()),
                        made.plan.text);
}

const decision& chooser::look_up(std::size_t n)
{
    for (auto& d : known_)
        if (n >= d.from && n < d.to) return d;
    return known_.emplace_back(decide(n));
}

} // namespace hocket
