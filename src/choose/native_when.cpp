// SPDX-License-Identifier: BSD-3-Clause
#include "choose/native_book.hpp"
#include <bit>
#include <fmt/format.h>

namespace hocket {
namespace {

std::string words_of(const char* what, const range& r)
{
    if (r.whole()) return "";
    if (r.high == UINT64_MAX) return fmt::format("{} >= {}", what, r.low);
    if (r.low == 0) return fmt::format("{} < {}", what, r.high);
    if (r.low + 1 == r.high) return fmt::format("{} = {}", what, r.low);
    return fmt::format("{} <= {} < {}", r.low, what, r.high);
}

} // namespace

bool native_when::holds(const native_view& at) const
{
    auto same = [](const std::optional<bool>& asked, bool is) { return !asked || *asked == is; };
    auto elements_below = [&](int limit) { return at.whole < std::uint64_t(limit) * at.op.element; };
    if (elements == fewer::ranks && !elements_below(at.ranks)) return false;
    if (elements == fewer::power_of_two && !elements_below(int(std::bit_floor(unsigned(at.ranks))))) return false;
    return bytes.holds(at.bytes) && whole.holds(at.whole) && block.holds(at.block) &&
           ranks.holds(std::uint64_t(at.ranks)) && nodes.holds(std::uint64_t(at.nodes)) &&
           segments.holds(at.segments) && same(crowded, at.crowded) && same(even, at.even) &&
           same(power_of_two, std::has_single_bit(unsigned(at.ranks))) && same(even_ranks, at.ranks % 2 == 0) &&
           same(commutes, at.op.commutes) && same(built_in, at.op.built_in && at.op.commutes);
}

std::string native_when::words() const
{
    std::string all;
    auto add = [&](const std::string& text) {
        if (!text.empty()) all += (all.empty() ? "" : ", ") + text;
    };
    add(words_of("bytes", bytes));
    add(words_of("bytes in all", whole));
    add(words_of("bytes of each rank", block));
    add(words_of("ranks", ranks));
    add(words_of("nodes", nodes));
    add(words_of("segments", segments));
    if (crowded) add(*crowded ? "several ranks on a node" : "one rank on each node");
    if (even) add(*even ? "as many on every node" : "uneven nodes");
    if (power_of_two) add(*power_of_two ? "ranks a power of two" : "ranks not a power of two");
    if (even_ranks) add(*even_ranks ? "an even number of ranks" : "an odd number of ranks");
    if (commutes) add(*commutes ? "the operator commutes" : "the operator does not commute");
    if (built_in) add(*built_in ? "a built-in operator" : "an operator of the user");
    if (elements != fewer::any)
        add(std::string("fewer elements than ") +
            (elements == fewer::ranks ? "ranks" : "the largest power of two up to the ranks"));
    return all.empty() ? "otherwise" : all;
}

} // namespace hocket
