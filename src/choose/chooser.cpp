// SPDX-License-Identifier: BSD-3-Clause
#include "choose/chooser.hpp"
#include <fmt/format.h>

namespace hocket {
namespace {

struct choice {
    std::string spec, reason;
    range bytes;
};

std::string forced_by_hand(const settings& by, const std::string& info_spec)
{
    if (!info_spec.empty() && info_spec != "auto") return info_spec;
    return by.bcast == "auto" ? "" : by.bcast;
}

// Precedence: HOCKET_OFF, info key, variable, table, model.
choice choose(const settings& by, const std::string& info_spec, const layout& where, std::size_t n)
{
    if (by.bcast_off) return {"native", "HOCKET_OFF", {}};
    auto forced = forced_by_hand(by, info_spec);
    if (!forced.empty())
        return {forced, info_spec.empty() || info_spec == "auto" ? "HOCKET_BCAST" : "info key hocket_bcast", {}};
    if (!by.rules && by.native) {
        auto made = choose_by_model(by.model, *by.native, where, n);
        return {made.algorithm, made.reason, made.bytes};
    }
    if (!by.rules) return {"native", "no tuning table", {}};
    auto found = by.rules->find("bcast", where, n);
    if (found.index < 0) return {"native", "no rule for bcast in the tuning table", {}};
    auto reason = fmt::format("{} {} of the tuning table", found.exact ? "rule" : "no rule matches; nearest is rule",
                              found.index);
    return {by.rules->rules[std::size_t(found.index)].algorithm, reason, found.bytes};
}

} // namespace

chooser::chooser(const settings& by, layout where, std::string info_spec)
    : by_(by), where_(std::move(where)), info_spec_(std::move(info_spec))
{
}

bool chooser::needs_layout(const settings& by, const std::string& info_spec)
{
    if (by.bcast_off) return false;
    auto forced = forced_by_hand(by, info_spec);
    return !forced.empty() ? !forced.starts_with("native") : by.rules || by.native;
}

decision chooser::decide(std::size_t n) const
{
    auto made = choose(by_, info_spec_, where_, n);
    auto holds = made.bytes;
    if (made.spec.find("=auto") != made.spec.npos) {
        auto near = octave(n); // values at auto are settled once for each
        holds = {std::max(holds.low, near.low), std::min(holds.high, near.high)};
    }
    auto asked = std::size_t(octave(n).high - 1); // the same for all sizes of an octave, whichever comes first
    auto at = priced_place(where_, asked, by_.model);
    // The SPEC was judged when it was read, so binding succeeds.
    return {holds.low, holds.high, *bind_bcast(made.spec, at), made.reason};
}

const decision& chooser::look_up(std::size_t n)
{
    for (auto& d : known_)
        if (n >= d.from && n < d.to) return d;
    return known_.emplace_back(decide(n));
}

} // namespace hocket
