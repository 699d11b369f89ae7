// SPDX-License-Identifier: BSD-3-Clause
#include "choose/native_part.hpp"
#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace hocket {
namespace {

using nlohmann::json;

// [low, high), where high may be null for no limit.
range read_range(json_reader& in, const json& object, const std::string& place, const char* key)
{
    auto* value = in.find(object, key);
    if (!value) return {};
    if (value->is_array() && value->size() == 2 && (*value)[0].is_number_unsigned() &&
        ((*value)[1].is_null() || (*value)[1].is_number_unsigned())) {
        range r{(*value)[0].get<std::uint64_t>(), UINT64_MAX};
        if (!(*value)[1].is_null()) r.high = (*value)[1].get<std::uint64_t>();
        if (r.low < r.high) return r;
    }
    in.wrong(fmt::format("{} of {} is not [low, high) with low < high, or high null", key, place));
    return {};
}

std::optional<bool> read_flag(json_reader& in, const json& object, const std::string& place, const char* key)
{
    auto* value = in.find(object, key);
    if (!value) return {};
    if (value->is_boolean()) return value->get<bool>();
    in.wrong(fmt::format("{} of {} is neither true nor false", key, place));
    return {};
}

native_when::fewer read_fewer(json_reader& in, const json& when, const std::string& place)
{
    auto text = in.text(when, place, "fewer_elements_than", false);
    if (text == "ranks") return native_when::fewer::ranks;
    if (text == "power_of_two") return native_when::fewer::power_of_two;
    if (!text.empty()) in.wrong("fewer_elements_than of " + place + " is neither ranks nor power_of_two");
    return native_when::fewer::any;
}

native_when read_when(json_reader& in, const json& from, const std::string& place)
{
    static const json always = json::object();
    auto* found = in.find(from, "when");
    auto& when = found ? *found : always;
    if (!when.is_object()) in.wrong("when of " + place + " is not an object");
    if (in.found()) return {};
    in.keys(when, place,
            {"bytes", "whole", "block", "ranks", "nodes", "segments", "crowded", "even", "power_of_two", "even_ranks",
             "commutes", "built_in", "fewer_elements_than"});
    auto limits = [&](const char* key) { return read_range(in, when, place, key); };
    auto flag = [&](const char* key) { return read_flag(in, when, place, key); };
    return {limits("bytes"),
            limits("whole"),
            limits("block"),
            limits("ranks"),
            limits("nodes"),
            limits("segments"),
            flag("crowded"),
            flag("even"),
            flag("power_of_two"),
            flag("even_ranks"),
            flag("commutes"),
            flag("built_in"),
            read_fewer(in, when, place)};
}

// Such as reduce, or reduce/tuned for one of its lists.
std::vector<native_call> read_calls(json_reader& in, const json& from, const std::string& place)
{
    std::vector<native_call> calls;
    auto* found = in.find(from, "calls");
    if (!found) return calls;
    for (auto& c : *found) {
        auto text = c.get<std::string>();
        auto slash = std::min(text.find('/'), text.size());
        calls.push_back({text.substr(0, slash), text.substr(std::min(slash + 1, text.size()))});
    }
    if (calls.size() != 2) in.wrong("calls of " + place + " are not two");
    return calls;
}

native_rule read_rule(json_reader& in, const json& from, const std::string& place)
{
    in.keys(from, place, {"when", "run", "go", "name", "across", "inside", "segment", "calls"});
    auto text = [&](const char* key) { return in.text(from, place, key, false); };
    native_rule r{read_when(in, from, place), text("run"), text("go"), text("name"), text("across"), text("inside"),
                  read_calls(in, from, place)};
    r.segment = std::uint64_t(in.number(from, place, "segment", 0));
    bool levels = !r.name.empty() && !r.across.empty() && !r.inside.empty();
    bool calls = !r.name.empty() && !r.calls.empty();
    if (int(!r.run.empty()) + int(!r.go.empty()) + int(levels) + int(calls) != 1)
        in.wrong(place + " needs one of run, go, or name with across and inside or with calls");
    return r;
}

native_part::setting read_setting(json_reader& in, const json& from, const std::string& place)
{
    in.keys(from, place, {"algorithm", "spec", "when", "versions", "variables"});
    native_part::setting s{read_when(in, from, place), {}, {}};
    s.is.algorithm = in.text(from, place, "algorithm", true);
    s.is.spec = in.text(from, place, "spec", true);
    if (auto* versions = in.find(from, "versions"))
        for (auto& v : *versions) s.versions.push_back(v.get<std::string>());
    auto* variables = in.find(from, "variables");
    if (!variables || variables->empty()) in.wrong(place + " sets no variables");
    if (!in.found())
        for (auto& [name, value] : variables->items()) s.is.variables.emplace_back(name, value.get<std::string>());
    return s;
}

void check_names(json_reader& in, const native_part& part)
{
    auto list = [&](const std::string& name) {
        if (!name.empty() && !part.rules.contains(name)) in.wrong("there is no list of rules \"" + name + "\"");
    };
    for (auto& [name, rules] : part.rules)
        for (auto& r : rules) {
            for (auto& to : {r.go, r.across, r.inside}) list(to);
            if (!r.run.empty() && !part.algorithms.contains(r.run)) in.wrong("there is no algorithm \"" + r.run + "\"");
        }
}

} // namespace

native_part read_native_part(json_reader& in, const json& from, const std::string& collective)
{
    native_part part;
    in.keys(from, collective, {"algorithms", "rules", "settings"});
    for (auto& [name, a] : from.at("algorithms").items()) {
        in.keys(a, name, {"spec", "differs", "adds"});
        part.algorithms[name] = {in.text(a, name, "spec", false), in.text(a, name, "differs", false),
                                 in.text(a, name, "adds", false)};
    }
    for (auto& [name, list] : from.at("rules").items())
        for (auto& r : list) {
            auto place = fmt::format("rule {} of {}", part.rules[name].size(), name);
            part.rules[name].push_back(read_rule(in, r, place));
        }
    for (auto& s : from.at("settings"))
        part.settings.push_back(read_setting(in, s, fmt::format("setting {}", part.settings.size())));
    check_names(in, part);
    return part;
}

} // namespace hocket
