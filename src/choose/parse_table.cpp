// SPDX-License-Identifier: BSD-3-Clause
#include "base/json_lines.hpp"
#include "base/json_reader.hpp"
#include "base/words.hpp"
#include "catalogue/catalogue.hpp"
#include "choose/table.hpp"
#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace hocket {
namespace {

range read_range(json_reader& in, const nlohmann::json& object, const std::string& place, const char* key)
{
    auto* value = in.find(object, key);
    if (!value) return {};
    bool pair =
        value->is_array() && value->size() == 2 && (*value)[0].is_number_unsigned() && (*value)[1].is_number_unsigned();
    if (pair && (*value)[0] < (*value)[1]) return {(*value)[0].get<std::uint64_t>(), (*value)[1].get<std::uint64_t>()};
    in.wrong(fmt::format("{} of {} is not [low, high) with whole numbers low < high", key, place));
    return {};
}

void read_algorithm(json_reader& in, rule& r, const std::string& place, const std::string& text)
{
    if (in.found()) return;
    if (!std::ranges::count(own_collectives(), r.collective))
        return in.wrong(fmt::format("collective \"{}\" of {} is not known; valid: {}", r.collective, place,
                                    listed(own_collectives())));
    if (irregular(r.collective) && !r.bytes.whole())
        return in.wrong(
            fmt::format("bytes of {}: only the root of {} knows how many there are, so no choice depends on "
                        "them; leave them out",
                        place, r.collective));
    if (text == "auto") return in.wrong("algorithm of " + place + " is auto, which decides nothing");
    auto canonical = canonical_spec(r.collective, text);
    if (!canonical) return in.wrong(fmt::format("algorithm of {}: {}", place, canonical.error().what));
    r.algorithm = *canonical;
}

// One of the words in `valid`, of which the first is what a missing one means.
std::size_t read_word(json_reader& in, const nlohmann::json& object, const std::string& place, const char* key,
                      const std::vector<std::string>& valid)
{
    auto* value = in.find(object, key);
    if (!value) return 0;
    auto at = value->is_string() ? std::ranges::find(valid, value->get<std::string>()) : valid.end();
    if (at != valid.end()) return std::size_t(at - valid.begin());
    in.wrong(fmt::format("{} of {} is not known to this version; valid: {}", key, place, listed(valid)));
    return 0;
}

std::optional<bool> read_operators(json_reader& in, const nlohmann::json& from, const std::string& place,
                                   const std::string& collective)
{
    auto said = read_word(in, from, place, "op", {"any", "commutative", "noncommutative"});
    if (said == 0) return {};
    if (!in.found() && !is_reduction(collective))
        in.wrong(fmt::format("op of {}: {} has no operator; leave it out", place, collective));
    return said == 1;
}

// What is there for people and other programs. It is judged all the same: a slip in it may be one in what counts.
void check_remarks(json_reader& in, const nlohmann::json& from, const std::string& place)
{
    read_word(in, from, place, "memory", {"any", "host"});
    if (in.number(from, place, "confidence", 0) > 1) in.wrong("confidence of " + place + " is greater than 1");
    in.number(from, place, "time_us", 0);
    in.number(from, place, "samples", 0);
    if (auto* samples = in.find(from, "samples"); samples && !samples->is_number_unsigned())
        in.wrong("samples of " + place + " is not a whole number");
}

rule read_rule(json_reader& in, const nlohmann::json& from, const std::string& place)
{
    in.keys(from, place,
            {"collective", "ranks", "nodes", "ppn", "bytes", "memory", "op", "algorithm", "confidence", "samples",
             "time_us"});
    rule r;
    r.collective = in.text(from, place, "collective", true);
    r.ranks = read_range(in, from, place, "ranks");
    r.nodes = read_range(in, from, place, "nodes");
    r.ppn = read_range(in, from, place, "ppn");
    r.bytes = read_range(in, from, place, "bytes");
    read_algorithm(in, r, place, in.text(from, place, "algorithm", true));
    r.commutative = read_operators(in, from, place, r.collective);
    check_remarks(in, from, place);
    return r;
}

bool overlap(const rule& a, const rule& b)
{
    bool operators = !a.commutative || !b.commutative || a.commutative == b.commutative;
    return a.collective == b.collective && operators && a.specificity() == b.specificity() &&
           a.ranks.overlaps(b.ranks) && a.nodes.overlaps(b.nodes) && a.ppn.overlaps(b.ppn) && a.bytes.overlaps(b.bytes);
}

} // namespace

result<table> parse_table(std::string_view json)
{
    json_reader in(json, "table");
    table read;
    auto at_line = [&](const char* key, const std::string& what) {
        return mistake{fmt::format("line {}: {}", std::max(1, line_of(json, key)), what)};
    };
    if (in.found()) return in.root().is_object() ? at_line("schema", in.found()->what) : *in.found();
    const std::vector<std::string> valid{"schema", "provenance", "rules"};
    in.keys(in.root(), "the document", valid);
    for (auto& [key, value] : in.root().items())
        if (in.found() && std::ranges::find(valid, key) == valid.end()) return at_line(key.c_str(), in.found()->what);
    if (auto* about = in.find(in.root(), "provenance"); about && !about->is_object())
        return at_line("provenance", "provenance is not an object");
    auto* rules = in.find(in.root(), "rules");
    if (!rules || !rules->is_array()) return at_line("rules", "the document needs \"rules\" as a list");
    auto line = [&](std::size_t of) { return line_of(json, "rules", int(of)); };
    for (auto& r : *rules) {
        auto i = read.rules.size();
        read.rules.push_back(read_rule(in, r, fmt::format("rule {}", i)));
        if (in.found()) return mistake{fmt::format("line {}: {}", line(i), in.found()->what)};
    }
    for (std::size_t i = 0; i < read.rules.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (overlap(read.rules[i], read.rules[j]))
                return mistake{fmt::format("rules {} (line {}) and {} (line {}) overlap and are equally specific", j,
                                           line(j), i, line(i))};
    return read;
}

} // namespace hocket
