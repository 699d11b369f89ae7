// SPDX-License-Identifier: BSD-3-Clause
#include "choose/model_choice.hpp"
#include <fmt/format.h>

namespace hocket {

own_choice choose_by_model(std::string_view collective, const machine& by, const native_library& library,
                           const layout& where, std::size_t n, bool commutative)
{
    if (where.nodes() == 1) return {"native", "one node, and no tuning table", {}};
    bool any_size = irregular(collective);
    auto holds = any_size ? range{} : octave(n);
    auto asked = any_size ? usual_block : std::size_t(holds.high - 1);
    auto at = priced_place(collective, where, asked, by, commutative);
    auto theirs = choose_native(library, collective, asked, where, {.commutes = commutative});
    bool known = !theirs.spec.empty() && theirs.differs.empty();
    auto bound = known ? bind_algorithm(collective, std::string_view(theirs.spec), at) : result<bound_plan>(mistake{});
    if (!bound || bound->runs != way::own)
        return {"native", fmt::format("{} would run {}, which has no exact price", library.name, theirs.algorithm),
                holds};
    auto ours = choose_own(collective, by, where, asked, commutative);
    auto mine = *bind_algorithm(collective, std::string_view(ours.algorithm), at);
    double native_time = typical_time(collective, *bound, at), own_time = typical_time(collective, mine, at);
    double gain = native_time == own_time ? 1 : native_time / own_time; // both 0 where nothing moves
    auto words = fmt::format("under {} {} would run {}, predicted {:.1f} times as long {}", by.name, library.name,
                             theirs.algorithm, gain, any_size ? "over all sizes" : "at " + print_size(asked));
    bool leave = gain >= least_gain;
    return {leave ? ours.algorithm : "native", leave ? words : fmt::format("{}: less than {}", words, least_gain),
            holds};
}

} // namespace hocket
