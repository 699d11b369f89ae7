// SPDX-License-Identifier: BSD-3-Clause
#include "choose/model_choice.hpp"
#include <fmt/format.h>

namespace hocket {

own_choice choose_by_model(const machine& by, const native_library& library, const layout& where, std::size_t n)
{
    auto holds = octave(n);
    if (where.nodes() == 1) return {"native", "one node, and no tuning table", {}};
    auto asked = std::size_t(holds.high - 1);
    auto at = priced_place(where, asked, by);
    auto theirs = choose_native(library, "bcast", asked, where);
    bool known = !theirs.spec.empty() && theirs.differs.empty();
    auto bound = known ? bind_bcast(std::string_view(theirs.spec), at) : result<bound_bcast>(mistake{});
    if (!bound || !bound->run)
        return {"native", fmt::format("{} would run {}, which has no exact price", library.name, theirs.algorithm),
                holds};
    auto ours = choose_own(by, where, n);
    holds = {std::max(holds.low, ours.bytes.low), std::min(holds.high, ours.bytes.high)};
    auto price = [&](const bound_bcast& b) { return b.run->declared(at.as_problem()).finish; };
    double gain = price(*bound) / price(*bind_bcast(std::string_view(ours.algorithm), at));
    auto words = fmt::format("under {} {} would run {}, predicted {:.1f} times as long at {}", by.name, library.name,
                             theirs.algorithm, gain, print_size(asked));
    bool leave = gain >= least_gain;
    return {leave ? ours.algorithm : "native", leave ? words : fmt::format("{}: less than {}", words, least_gain),
            holds};
}

} // namespace hocket
