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
    return bytes.holds(at.bytes) && ranks.holds(std::uint64_t(at.ranks)) && nodes.holds(std::uint64_t(at.nodes)) &&
           segments.holds(at.segments) && same(crowded, at.crowded) && same(even, at.even) &&
           same(power_of_two, std::has_single_bit(unsigned(at.ranks)));
}

std::string native_when::words() const
{
    std::string all;
    auto add = [&](const std::string& text) {
        if (!text.empty()) all += (all.empty() ? "" : ", ") + text;
    };
    add(words_of("bytes", bytes));
    add(words_of("ranks", ranks));
    add(words_of("nodes", nodes));
    add(words_of("segments", segments));
    if (crowded) add(*crowded ? "several ranks on a node" : "one rank on each node");
    if (even) add(*even ? "as many on every node" : "uneven nodes");
    if (power_of_two) add(*power_of_two ? "ranks a power of two" : "ranks not a power of two");
    return all.empty() ? "otherwise" : all;
}

} // namespace hocket
