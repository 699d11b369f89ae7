// SPDX-License-Identifier: BSD-3-Clause
#include "choose/native_rules.hpp"
#include "catalogue/catalogue.hpp"
#include "choose/native_book.hpp"
#include <algorithm>
#include <fmt/format.h>

namespace hocket {
namespace {

std::string both(const std::string& a, const std::string& b, const char* between)
{
    return a.empty() || b.empty() || a == b ? (a.empty() ? b : a) : a + between + b;
}

// One of a library's collectives.
struct book_of {
    const native_library& by;
    std::string_view collective;

    const native_part& part() const { return by.book->parts.at(std::string(collective)); }
};

native_choice decide(const book_of& book, const std::string& list, const native_view& at);

// The bytes on which each of the two lists decides, and how often it does: once for every segment.
struct parts {
    native_view leaders, local;
    parts(std::string_view collective, const native_rule& r, const native_view& at)
    {
        auto once = [&](std::uint64_t n) { return r.segment ? std::min(n, r.segment) : n; };
        auto segments = r.segment ? std::max<std::uint64_t>(1, (at.bytes + r.segment - 1) / r.segment) : 1;
        auto block = once(at.block), of_node = once(at.block * std::uint64_t(at.per_node)), whole = once(at.whole);
        bool blocks = by_block(collective);
        leaders = {blocks ? of_node : whole, whole, of_node, at.nodes, at.nodes, 1, false, true, at.op, segments};
        local = {blocks ? block : whole, whole, block, at.per_node, 1, at.per_node, false, true, at.op, segments};
    }
};

// One part across the nodes and one inside each: what the lists say for the two communicators, put together.
native_choice composed(const book_of& book, const native_rule& r, const native_view& at)
{
    auto why = fmt::format("{} ({})", r.name, r.when.words());
    parts split(book.collective, r, at);
    auto inside = decide(book, r.inside, split.local);
    if (at.nodes == 1)
        return {inside.algorithm, inside.spec, inside.differs, why + ", then " + inside.rule, inside.adds};
    auto across = decide(book, r.across, split.leaders);
    native_choice made{fmt::format("{}: {} across nodes, {} inside", r.name, across.algorithm, inside.algorithm), "",
                       both(across.differs, inside.differs, "; "),
                       fmt::format("{}, then across: {}, inside: {}", why, across.rule, inside.rule),
                       both(across.adds, inside.adds, "; ")};
    if (!across.spec.empty() && !inside.spec.empty())
        made.spec = fmt::format("levels(across={},inside={})", across.spec, inside.spec) +
                    (split.local.segments > 1 ? fmt::format(":segment={}", r.segment) : "");
    if (across.differs.empty() && split.leaders.segments == 1) made.between = across.spec;
    return made;
}

// The part of a SPEC that a collective takes: a scatterv stands where a scatter does.
std::string_view part_name(std::string_view collective)
{
    return collective.ends_with('v') ? collective.substr(0, collective.size() - 1) : collective;
}

// Two other collectives one after the other.
native_choice called(const book_of& book, const native_rule& r, const native_view& at)
{
    auto decided = [&](const native_call& c) {
        auto view = at;
        view.bytes = by_block(c.collective) ? at.block : at.whole;
        return decide({book.by, c.collective}, c.list.empty() ? book.by.start.at(c.collective) : c.list, view);
    };
    auto &one = r.calls[0], &other = r.calls[1];
    auto first = decided(one), second = decided(other);
    native_choice made{fmt::format("{}: {}, then {}", r.name, first.algorithm, second.algorithm), "",
                       both(first.differs, second.differs, "; "),
                       fmt::format("{}, then {}: {}, {}: {}", r.when.words(), one.collective, first.rule,
                                   other.collective, second.rule),
                       both(first.adds, second.adds, "; ")};
    if (!first.spec.empty() && !second.spec.empty())
        made.spec = fmt::format("rooted({}={},{}={})", part_name(one.collective), first.spec,
                                part_name(other.collective), second.spec);
    return made;
}

// The first rule of the list that holds. A list ends in a rule that always does, or Hocket's tests fail.
native_choice decide(const book_of& book, const std::string& list, const native_view& at)
{
    for (auto& r : book.part().rules.at(list)) {
        if (!r.when.holds(at)) continue;
        if (!r.go.empty()) {
            auto made = decide(book, r.go, at);
            auto why = r.when.words();
            if (why != "otherwise") made.rule = why + ", then " + made.rule;
            return made;
        }
        if (!r.calls.empty()) return called(book, r, at);
        if (r.run.empty()) return composed(book, r, at);
        auto& is = book.part().algorithms.at(r.run);
        return {r.run, is.spec, is.differs, r.when.words(), is.adds};
    }
    return {"unknown", "", "", "no rule holds", ""};
}

native_view view_of(std::string_view collective, std::uint64_t bytes, const layout& where, const native_operator& op)
{
    auto ranks = std::uint64_t(where.ranks());
    bool blocks = by_block(collective);
    return {bytes,
            blocks ? bytes * ranks : bytes,
            blocks ? bytes : bytes / ranks,
            where.ranks(),
            where.nodes(),
            where.largest(),
            where.ranks() > where.nodes(),
            where.regular(),
            op};
}

} // namespace

native_choice choose_native(const native_library& by, std::string_view collective, std::uint64_t n, const layout& where,
                            const native_operator& op)
{
    if (has_neighbors(collective)) return {"linear", "direct", "", "every block straight to its neighbor", ""};
    auto first = by.start.find(std::string(collective));
    if (first == by.start.end()) return {"unknown", "", "", fmt::format("no rules for {}", collective), ""};
    if (where.ranks() == 1) return {"none", "", "", "one rank: nothing is sent", ""};
    return decide({by, first->first}, first->second, view_of(collective, n, where, op));
}

std::vector<native_setting> native_settings(const native_library& by, std::string_view collective, std::uint64_t n,
                                            const layout& where, const native_operator& op)
{
    std::vector<native_setting> all;
    auto part = by.book->parts.find(std::string(collective));
    if (part == by.book->parts.end() || where.ranks() == 1) return all;
    auto at = view_of(collective, n, where, op);
    for (auto& s : part->second.settings) {
        bool of_version = s.versions.empty() || std::ranges::find(s.versions, by.version) != s.versions.end();
        if (of_version && s.when.holds(at)) all.push_back(s.is);
    }
    return all;
}

std::optional<native_mending> mending(const native_library& by, std::string_view collective, std::uint64_t n,
                                      const layout& where,
                                      const std::function<std::optional<double>(const std::string&)>& price,
                                      const native_operator& op)
{
    std::optional<native_mending> best;
    for (auto& s : native_settings(by, collective, n, where, op)) {
        auto time = price(s.spec);
        if (time && (!best || *time < best->time_us)) best = native_mending{s, *time};
    }
    return best;
}

} // namespace hocket
