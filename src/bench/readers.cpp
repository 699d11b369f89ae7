// SPDX-License-Identifier: BSD-3-Clause
#include "bench/readers.hpp"
#include "shapes/graphs.hpp"
#include <algorithm>
#include <charconv>

namespace hocket::bench {
namespace {

bool number(const std::string& text, std::size_t& value)
{
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{}) return false;
    std::string unit(end, text.data() + text.size());
    const std::map<std::string, int> shifts{{"", 0}, {"K", 10}, {"M", 20}, {"G", 30}};
    auto found = shifts.find(unit);
    if (found == shifts.end() || value > (std::size_t(1) << 40)) return false;
    value <<= found->second;
    return true;
}

bool range(const std::string& text, std::size_t& low, std::size_t& high)
{
    auto colon = text.find(':');
    if (!number(text.substr(0, colon), low)) return false;
    high = low;
    return colon == std::string::npos || (number(text.substr(colon + 1), high) && low <= high);
}

bool increasing_sizes(const std::string& text, std::vector<std::size_t>& all)
{
    for (auto& word : split_specs(text))
        if (!number(word, all.emplace_back())) return false;
    return !all.empty() && std::ranges::adjacent_find(all, std::greater_equal()) == all.end();
}

template <class Number> reader count(Number& into, std::size_t least)
{
    return [&into, least](const std::string& text) {
        std::size_t value = 0;
        bool ok = number(text, value) && value >= least && value <= 1'000'000'000;
        into = Number(value);
        return ok;
    };
}

// NAME:US
bool skewed(const std::string& text, options& o)
{
    auto colon = text.find(':');
    o.skew = text.substr(0, colon);
    if (colon == std::string::npos) return o.skew == "none";
    std::size_t length = 0;
    bool ok = number(text.substr(colon + 1), length) && length >= 1 && length <= 1'000'000;
    o.skew_us = double(length);
    return ok && (o.skew == "late" || o.skew == "ramp" || o.skew == "random");
}

// 5%
bool share(const std::string& text, double& value)
{
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    bool ok = error == std::errc{} && std::string(end, text.data() + text.size()) == "%";
    value /= 100;
    return ok && value >= 0.001 && value <= 1;
}

reader word(std::string& into, std::vector<std::string> valid)
{
    return [&into, valid = std::move(valid)](const std::string& text) {
        into = text;
        return std::ranges::count(valid, text) > 0;
    };
}

} // namespace

std::map<std::string, reader> readers(options& o)
{
    return {
        {"-m", [&o](auto& text) { return range(text, o.smallest, o.largest); }},
        {"--per-octave", count(o.per_octave, 1)},
        {"--sizes",
         [&o](auto& text) {
             bool ok = increasing_sizes(text, o.listed_sizes);
             if (ok) o.smallest = o.listed_sizes.front(), o.largest = o.listed_sizes.back();
             return ok;
         }},
        {"--slice", count(o.slice_us, 1)},
        {"--seconds", count(o.seconds, 1)},
        {"-i", count(o.iterations, 1)},
        {"-x", count(o.warmup, 0)},
        {"-r", count(o.rounds, 1)},
        {"--communicators", count(o.communicators, 1)},
        {"--root", count(o.root, 0)},
        {"--seed", count(o.seed, 0)},
        {"--counts-seed", count(o.counts_seed, 0)},
        {"--counts", [&o](auto& text) { return !(o.counts = text).empty(); }},
        {"--window", count(o.window_us, 1)},
        {"--fake-clocks", count(o.fake_clocks, 1)},
        {"--compare", [&o](auto& text) { return !(o.compare = split_specs(text)).empty(); }},
        {"--start", word(o.start, {"alarm", "auto", "barrier", "first", "window"})},
        {"--form", word(o.form, {"blocking", "nonblocking", "persistent"})},
        {"--buffers",
         [&o](auto& text) {
             o.rotating = text == "rotating";
             return o.rotating || text == "same";
         }},
        {"-d", word(o.device, {"host", "cuda"})},
        {"--skew", [&o](auto& text) { return skewed(text, o); }},
        {"--until", [&o](auto& text) { return share(text, o.until); }},
        {"--graph", [&o](auto& text) { return is_graph(o.graph = text); }},
        {"--graph-seed", count(o.graph_seed, 0)},
    };
}

} // namespace hocket::bench
