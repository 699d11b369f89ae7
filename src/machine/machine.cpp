// SPDX-License-Identifier: BSD-3-Clause
#include "machine/machine.hpp"
#include "base/embedded.hpp"
#include "base/json_reader.hpp"
#include "base/words.hpp"
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace hocket {

namespace {
constexpr double no_limit_GBps = 1e9; // processors and the memory of the node have theirs
}

double machine_level::overhead(double n) const
{
    auto after = std::ranges::upper_bound(overhead_us, n, {}, &std::pair<double, double>::first);
    if (after == overhead_us.begin()) return overhead_us.empty() ? 0 : after->second;
    auto [low, at_low] = after[-1];
    if (after == overhead_us.end()) return at_low;
    return at_low + (after->second - at_low) * (n - low) / (after->first - low);
}

double machine_level::latency() const
{
    return latency_us + overhead(0);
}

double machine_level::per_byte() const
{
    return 1e-3 / flow_GBps;
}

double machine::reduce(const std::string& type) const
{
    auto found = reduce_GBps.find(type);
    if (found == reduce_GBps.end()) found = reduce_GBps.find("any");
    return found == reduce_GBps.end() ? 0 : found->second;
}

result<machine> machine::sharing_memory(bool single_copy) const
{
    if (sharing.copy_GBps == 0)
        return mistake{fmt::format("machine \"{}\" has no \"shared_memory\": what is not known of it", name)};
    auto other = *this;
    other.shares = true;
    other.node = {sharing.latency_us, no_limit_GBps, {{0, sharing.overhead_us}}};
    other.node.copy_us_per_byte = 1e-3 / sharing.copy_GBps;
    if (!single_copy) return other;
    other.node.eager_limit = sharing.single_copy_from;
    other.node.rendezvous_us = 2 * sharing.latency_us;
    other.node.call_us = sharing.single_copy_us;
    return other;
}

std::string machine::title() const
{
    return shares ? name + " with shared memory" : name;
}

std::vector<std::string> shipped_machines()
{
    return embedded_in("machines");
}

result<machine> find_machine(const std::string& name_or_file)
{
    if (auto text = embedded("machines/" + name_or_file + ".json")) {
        auto read = parse_machine(*text);
        if (read) read->shipped = true, read->contents = hash_of(*text);
        return read;
    }
    bool is_a_file = name_or_file.find_first_of("./") != name_or_file.npos || std::filesystem::exists(name_or_file);
    if (!is_a_file)
        return mistake{
            fmt::format("unknown machine \"{}\"; valid: {}, or a file", name_or_file, listed(shipped_machines()))};
    auto text = read_file(name_or_file);
    if (!text) return text.error();
    auto read = parse_machine(*text);
    if (!read) return mistake{fmt::format("machine file \"{}\": {}", name_or_file, read.error().what)};
    read->contents = hash_of(*text);
    return read;
}

} // namespace hocket
