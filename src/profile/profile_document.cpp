// SPDX-License-Identifier: BSD-3-Clause
#include "profile/job_profile.hpp"
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace hocket {

namespace {

constexpr const char* names_of_forms[call_forms] = {"blocking", "nonblocking", "persistent"};

double to_thousandths(double x)
{
    return std::round(x * 1000) / 1000;
}

double as_us(std::int64_t ns)
{
    return to_thousandths(double(ns) / 1000);
}

// Of sorted values.
double profile_quantile(const std::vector<double>& of, double q)
{
    return to_thousandths(of[std::min(of.size() - 1, std::size_t(q * double(of.size())))]);
}

} // namespace

// Communicators alike are one.
std::map<job_profile::community, int> job_profile::numbered() const
{
    std::map<community, int> ids;
    for (auto& [on, many] : communicators_) ids.try_emplace(on, int(ids.size()));
    return ids;
}

nlohmann::ordered_json job_profile::heading(const facts& of) const
{
    nlohmann::ordered_json all;
    all["schema"] = "hocket-profile-1";
    if (!of.program.empty()) all["program"] = of.program;
    all["library"] = of.library;
    all["ranks"] = of.ranks;
    all["nodes"] = of.nodes;
    all["cores"] = of.cores;
    all["hosts"] = hosts_;
    all["wall_us"] = as_us(wall_);
    all["collective_us"]["mean"] = as_us(in_collectives_ / std::max(1, of.ranks));
    all["collective_us"]["max"] = as_us(most_in_collectives_);
    all["clock_error_us"] = as_us(of.clock_error);
    return all;
}

// A rank that never took part has spent nothing on it.
nlohmann::ordered_json job_profile::described(const row_key& key, const row& sum, const facts& of,
                                              int communicator) const
{
    auto& kind = key.second;
    auto times = of_samples(sum);
    nlohmann::ordered_json one;
    one["collective"] = of.collectives.at(std::size_t(kind.collective));
    one["form"] = names_of_forms[int(kind.form)];
    one["communicator"] = communicator;
    one["bytes"] = nullptr;
    if (kind.size.number != size_class::unknown) one["bytes"] = {kind.size.low(), kind.size.high()};
    one["calls"] = to_thousandths(double(sum.calls) / double(std::max<std::uint64_t>(1, sum.ranks)));
    one["mean_bytes"] = to_thousandths(double(sum.bytes) / double(std::max<std::uint64_t>(1, sum.calls)));
    one["time_us"]["mean"] = as_us(sum.time / std::max(1, of.ranks));
    one["time_us"]["max"] = as_us(sum.most);
    one["time_us"]["one_call"] = nullptr;
    if (!times.one_call.empty()) one["time_us"]["one_call"] = profile_quantile(times.one_call, 0.5);
    one["wait_share"] = nullptr;
    if (sum.sampled > 0) one["wait_share"] = to_thousandths(double(sum.waited) / double(sum.sampled));
    one["imbalance_us"] = nullptr;
    if (auto& all = times.imbalance; !all.empty())
        one["imbalance_us"] = {{"median", profile_quantile(all, 0.5)}, {"p95", profile_quantile(all, 0.95)}};
    one["algorithms"] = nlohmann::ordered_json::object();
    if (sum.own < sum.calls) one["algorithms"]["native"] = sum.calls - sum.own;
    for (auto& [name, calls] : sum.algorithms) one["algorithms"][name] = calls;
    return one;
}

std::string job_profile::document(const facts& of) const
{
    auto ids = numbered();
    auto all = heading(of);
    all["communicators"] = nlohmann::ordered_json::array();
    for (auto& [on, many] : communicators_)
        all["communicators"].push_back({{"id", ids[on]},
                                        {"ranks", std::get<0>(on)},
                                        {"nodes", std::get<1>(on)},
                                        {"layout", std::get<2>(on)},
                                        {"many", std::max(1LL, std::llround(many))}});
    std::vector<const std::pair<const row_key, row>*> sorted;
    for (auto& one : rows_) sorted.push_back(&one);
    std::ranges::stable_sort(sorted, [](auto* a, auto* b) { return a->second.time > b->second.time; });
    all["calls"] = nlohmann::ordered_json::array();
    for (auto* one : sorted) all["calls"].push_back(described(one->first, one->second, of, ids[one->first.first]));
    return all.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

} // namespace hocket
