// SPDX-License-Identifier: BSD-3-Clause
#include "choose/native_rules.hpp"
#include "choose/native_book.hpp"
#include <algorithm>
#include <bit>
#include <fmt/format.h>

namespace hocket {
namespace {

std::string both(const std::string& a, const std::string& b, const char* between)
{
    return a.empty() || b.empty() || a == b ? (a.empty() ? b : a) : a + between + b;
}

native_choice decide(const native_book& book, const std::string& list, const native_view& at);

// A broadcast across the nodes, then inside each: what the lists say for the two communicators, put together.
native_choice composed(const native_book& book, const native_rule& r, const native_view& at)
{
    auto part = r.segment ? std::min(at.bytes, r.segment) : at.bytes;
    auto segments = r.segment ? std::max<std::uint64_t>(1, (at.bytes + r.segment - 1) / r.segment) : 1;
    auto why = fmt::format("{} ({})", r.name, r.when.words());
    native_view leaders{part, at.nodes, at.nodes, 1, false, true, segments};
    native_view local{part, at.per_node, 1, at.per_node, false, true, segments};
    if (at.nodes == 1) {
        auto inside = decide(book, r.inside, local);
        return {inside.algorithm, inside.spec, inside.differs, why + ", then " + inside.rule};
    }
    auto across = decide(book, r.across, leaders), inside = decide(book, r.inside, local);
    native_choice made{fmt::format("{}: {} across nodes, {} inside", r.name, across.algorithm, inside.algorithm), "",
                       both(across.differs, inside.differs, "; "),
                       fmt::format("{}, then across: {}, inside: {}", why, across.rule, inside.rule)};
    if (!across.spec.empty() && !inside.spec.empty())
        made.spec = fmt::format("levels(across={},inside={})", across.spec, inside.spec) +
                    (segments > 1 ? fmt::format(":segment={}", r.segment) : "");
    return made;
}

// The first rule of the list that holds. A list ends in a rule that always does, or Hocket's tests fail.
native_choice decide(const native_book& book, const std::string& list, const native_view& at)
{
    for (auto& r : book.rules.at(list)) {
        if (!r.when.holds(at)) continue;
        if (!r.go.empty()) {
            auto made = decide(book, r.go, at);
            auto why = r.when.words();
            if (why != "otherwise") made.rule = why + ", then " + made.rule;
            return made;
        }
        if (r.run.empty()) return composed(book, r, at);
        auto& is = book.algorithms.at(r.run);
        return {r.run, is.spec, is.differs, r.when.words()};
    }
    return {"unknown", "", "", "no rule holds"};
}

native_view view_of(std::uint64_t bytes, const layout& where)
{
    return {bytes, where.ranks(), where.nodes(), where.largest(), where.ranks() > where.nodes(), where.regular()};
}

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
    auto add = [&](const std::string& text) { all = both(all, text, ", "); };
    add(words_of("bytes", bytes));
    add(words_of("ranks", ranks));
    add(words_of("nodes", nodes));
    add(words_of("segments", segments));
    if (crowded) add(*crowded ? "several ranks on a node" : "one rank on each node");
    if (even) add(*even ? "as many on every node" : "uneven nodes");
    if (power_of_two) add(*power_of_two ? "ranks a power of two" : "ranks not a power of two");
    return all.empty() ? "otherwise" : all;
}

native_choice choose_native(const native_library& by, std::string_view collective, std::uint64_t bytes,
                            const layout& where)
{
    if (collective != "bcast") return {"unknown", "", "", fmt::format("no rules for {}", collective)};
    if (where.ranks() == 1) return {"none", "", "", "one rank: nothing is sent"};
    return decide(*by.book, by.start, view_of(bytes, where));
}

std::vector<native_setting> native_settings(const native_library& by, std::string_view collective, std::uint64_t bytes,
                                            const layout& where)
{
    std::vector<native_setting> all;
    if (collective != "bcast" || where.ranks() == 1) return all;
    auto at = view_of(bytes, where);
    for (auto& s : by.book->settings) {
        bool of_version = s.versions.empty() || std::ranges::find(s.versions, by.version) != s.versions.end();
        if (of_version && s.when.holds(at)) all.push_back(s.is);
    }
    return all;
}

std::optional<native_mending> mending(const native_library& by, std::string_view collective, std::uint64_t bytes,
                                      const layout& where,
                                      const std::function<std::optional<double>(const std::string&)>& price)
{
    std::optional<native_mending> best;
    for (auto& s : native_settings(by, collective, bytes, where)) {
        auto time = price(s.spec);
        if (time && (!best || *time < best->time_us)) best = native_mending{s, *time};
    }
    return best;
}

} // namespace hocket
