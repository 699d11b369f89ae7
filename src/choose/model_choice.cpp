// SPDX-License-Identifier: BSD-3-Clause
#include "choose/model_choice.hpp"
#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace hocket {

namespace {

// Of the sizes from n to `end`, on either side, the last that is like n, if from one on none is.
template <class Alike> std::uint64_t last_alike(Alike alike, std::uint64_t n, std::uint64_t end)
{
    if (alike(end)) return end;
    while (n + 1 < end || end + 1 < n) {
        auto middle = std::midpoint(n, end);
        (alike(middle) ? n : end) = middle;
    }
    return n;
}

// The part of `within` around n in which the library decides as it does for n.
template <class Decides> range unchanged(Decides decides, const range& within, std::uint64_t n)
{
    auto here = decides(n);
    auto alike = [&](std::uint64_t m) {
        auto there = decides(m);
        return there.spec == here.spec && there.rule == here.rule;
    };
    return {last_alike(alike, n, within.low), last_alike(alike, n, within.high - 1) + 1};
}

// Whether messages may be lost before a port of the network, as a loss beyond all other times shows. Declared costs of
// alltoalls know, those of other collectives only of incasts at one root.
bool floods(std::string_view collective, const bound_plan& plan, const place& at)
{
    auto with = at, without = at;
    with.network.resend = 1e15;
    without.network.flood = 0;
    return typical_time(collective, plan, with) > typical_time(collective, plan, without);
}
bool avoids_flood(std::string_view collective, const bound_plan& theirs, const bound_plan& mine, const place& at)
{
    return collective.starts_with("alltoall") && floods(collective, theirs, at) && !floods(collective, mine, at);
}

bool has_price(const native_choice& theirs)
{
    return !theirs.spec.empty() && theirs.differs.empty();
}
// Else what goes between nodes, as if it were all: no library takes less than that.
std::string priced_spec(const native_choice& theirs)
{
    return has_price(theirs) ? theirs.spec : fmt::format("levels(across={})", theirs.between);
}
// What is held against so little somebody has asked for, by naming the machine or for multicast: where a machine is not
// as its model says, the library's own has proved a better guess.
bool is_asked_for(const machine& by, bool multicasts)
{
    return by.named || multicasts;
}
place free_nodes(place at)
{
    at.node = {.latency = 0, .per_byte = 0};
    at.copy_per_byte = at.reduce_per_byte = 0;
    return at;
}

// Libraries send every block straight to its neighbor.
own_choice choose_between_neighbors(std::string_view collective, const machine& by, const layout& where, std::size_t n,
                                    demands like)
{
    auto ours = choose_own(collective, by, where, irregular(collective) ? usual_block : n, like);
    auto at = priced_place(collective, where, n, by, like);
    auto straight = bind_algorithm(collective, "direct", at);
    auto mine = bind_algorithm(collective, std::string_view(ours.algorithm), at);
    double direct_time = typical_time(collective, *straight, at), own_time = typical_time(collective, *mine, at);
    double gain = own_time > 0 ? direct_time / own_time : 1;
    auto words =
        fmt::format("under {} messages straight to neighbors are predicted {:.1f} times as long", by.title(), gain);
    if (gain >= least_gain) return {ours.algorithm, words, ours.bytes};
    return {"native", fmt::format("{}: less than {}", words, least_gain), ours.bytes};
}

} // namespace

own_choice choose_by_model(std::string_view collective, const machine& by, const native_library& library,
                           const layout& where, std::size_t n, demands like)
{
    if (where.nodes() == 1) return {"native", "one node, and no tuning table", {}};
    if (has_neighbors(collective)) return choose_between_neighbors(collective, by, where, n, like);
    bool any_size = irregular(collective);
    auto decides = [&](std::uint64_t m) {
        return choose_native(library, collective, m, where, {.commutes = like.commutative});
    };
    auto theirs = decides(any_size ? usual_block : n);
    auto holds = any_size ? range{} : unchanged(decides, octave(n), n);
    auto unpriced = own_choice{
        "native", fmt::format("{} would run {}, which has no exact price", library.name, theirs.algorithm), holds};
    if (!has_price(theirs) && (theirs.between.empty() || !is_asked_for(by, like.casts))) return unpriced;
    auto ours = choose_own(collective, by, where, any_size ? usual_block : n, like);
    unpriced.bytes = holds = holds.common(ours.bytes);
    auto asked = any_size ? usual_block : std::size_t(holds.high - 1);
    auto at = priced_place(collective, where, asked, by, like), theirs_at = has_price(theirs) ? at : free_nodes(at);
    auto bound = bind_algorithm(collective, priced_spec(theirs), theirs_at);
    if (!bound || bound->runs != way::own) return unpriced;
    auto mine = bind_algorithm(collective, std::string_view(ours.algorithm), at);
    if (!mine) return {"native", mine.error().what, holds};
    if (!has_price(theirs) && !is_asked_for(by, mine->multicasts)) return unpriced;
    double native_time = typical_time(collective, *bound, theirs_at), own_time = typical_time(collective, *mine, at);
    double gain = native_time == own_time ? 1 : native_time / own_time; // both 0 where nothing moves
    auto words = fmt::format("under {} {} would run {}, predicted {}{:.1f} times as long {}", by.title(), library.name,
                             theirs.algorithm, has_price(theirs) ? "" : "at least ", gain,
                             any_size ? "over all sizes" : "at " + print_size(asked));
    if (gain >= least_gain) return {ours.algorithm, words, holds};
    if (!has_price(theirs)) return unpriced;
    if (gain > 1 && avoids_flood(collective, *bound, *mine, at))
        return {ours.algorithm, words + ", and may flood a port", holds};
    return {"native", fmt::format("{}: less than {}", words, least_gain), holds};
}

} // namespace hocket
