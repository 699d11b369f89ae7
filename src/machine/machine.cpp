// SPDX-License-Identifier: BSD-3-Clause
#include "machine/machine.hpp"
#include "base/json_reader.hpp"
#include "base/words.hpp"
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace hocket {
namespace {

// All keys of the format are accepted; the two-level model prices only the levels.
const std::vector<std::string> top_keys{
    "schema",    "name",        "levels",      "nic",           "memory_GBps",
    "copy_GBps", "reduce_GBps", "eager_limit", "rendezvous_us", "fresh_buffer_us_per_MB",
    "switch",    "groups",      "noise",       "fitted",        "held_out",
    "source"};

std::vector<std::pair<double, double>> read_overhead(json_reader& in, const nlohmann::json& level,
                                                     const std::string& place)
{
    std::vector<std::pair<double, double>> points;
    auto* list = in.find(level, "overhead_us");
    if (!list) return points;
    for (auto& point : *list) {
        bool pair = point.is_array() && point.size() == 2 && point[0].is_number() && point[1].is_number();
        if (!pair || point[1].get<double>() < 0 || (!points.empty() && point[0].get<double>() <= points.back().first)) {
            in.wrong("overhead_us of " + place + " is not a list of [bytes, microseconds] with growing bytes");
            break;
        }
        points.emplace_back(point[0].get<double>(), point[1].get<double>());
    }
    return points;
}

machine_level read_level(json_reader& in, const nlohmann::json& level, const std::string& place)
{
    in.keys(level, place, {"name", "latency_us", "flow_GBps", "overhead_us"});
    machine_level read;
    read.latency_us = in.number(level, place, "latency_us", read.latency_us);
    read.flow_GBps = in.number(level, place, "flow_GBps", read.flow_GBps, 1e-6);
    read.overhead_us = read_overhead(in, level, place);
    return read;
}

void read_levels(json_reader& in, machine& into)
{
    auto* levels = in.find(in.root(), "levels");
    if (!levels || !levels->is_array()) return in.wrong("the document needs \"levels\" as a list");
    for (auto& level : *levels) {
        auto name = in.text(level, "a level", "name", true);
        if (name != "node" && name != "network")
            return in.wrong(fmt::format("level \"{}\" is not known; valid: node, network", name));
        (name == "node" ? into.node : into.network) = read_level(in, level, "level " + name);
    }
}

} // namespace

double machine_level::latency() const
{
    return latency_us + (overhead_us.empty() ? 0 : overhead_us.front().second);
}

double machine_level::per_byte() const
{
    return 1e-3 / flow_GBps;
}

result<machine> parse_machine(std::string_view json)
{
    json_reader in(json, "machine");
    machine read;
    if (!in.found()) {
        in.keys(in.root(), "the document", top_keys);
        read.name = in.text(in.root(), "the document", "name", true);
        read_levels(in, read);
    }
    if (in.found()) return *in.found();
    return read;
}

std::vector<std::string> shipped_machines()
{
    return {"standard"};
}

result<machine> find_machine(const std::string& name_or_file)
{
    if (name_or_file == "standard") return machine{};
    bool looks_like_a_file = name_or_file.find_first_of("./") != name_or_file.npos;
    if (!looks_like_a_file)
        return mistake{
            fmt::format("unknown machine \"{}\"; valid: {}, or a file", name_or_file, listed(shipped_machines()))};
    auto text = read_file(name_or_file);
    if (!text) return text.error();
    auto read = parse_machine(*text);
    if (!read) return mistake{fmt::format("machine file \"{}\": {}", name_or_file, read.error().what)};
    return read;
}

} // namespace hocket
