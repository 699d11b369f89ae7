// SPDX-License-Identifier: BSD-3-Clause
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
    return r;
}

bool overlap(const rule& a, const rule& b)
{
    return a.collective == b.collective && a.specificity() == b.specificity() && a.ranks.overlaps(b.ranks) &&
           a.nodes.overlaps(b.nodes) && a.ppn.overlaps(b.ppn) && a.bytes.overlaps(b.bytes);
}

} // namespace

result<table> parse_table(std::string_view json)
{
    json_reader in(json, "table");
    table read;
    if (in.found()) return *in.found();
    in.keys(in.root(), "the document", {"schema", "provenance", "rules"});
    if (in.found()) return *in.found();
    auto* rules = in.find(in.root(), "rules");
    if (!rules || !rules->is_array()) return mistake{"the document needs \"rules\" as a list"};
    for (auto& r : *rules) {
        read.rules.push_back(read_rule(in, r, fmt::format("rule {}", read.rules.size())));
        if (in.found()) return *in.found();
    }
    for (std::size_t i = 0; i < read.rules.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (overlap(read.rules[i], read.rules[j]))
                return mistake{fmt::format("rules {} and {} overlap and are equally specific", j, i)};
    return read;
}

} // namespace hocket
