// SPDX-License-Identifier: BSD-3-Clause
#include "profile/job_profile.hpp"
#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

namespace hocket {

namespace {

std::tuple<int, int, std::string> community_of(const profile_json& from)
{
    return {from[0], from[1], from[2].get<std::string>()};
}

call_kind call_kind_of(const profile_json& from)
{
    return {from[0], call_form(from[1].get<int>()), {from[2]}};
}

} // namespace

void job_profile::take(int rank, std::span<const std::uint8_t> first)
{
    auto told = profile_json::from_cbor(first.begin(), first.end());
    std::int64_t in_collectives = 0;
    for (auto& from : told["rows"]) in_collectives += take_sums(from);
    for (auto& from : told["communicators"]) {
        auto on = community_of(from[0]);
        communicators_[on] += from[1].get<double>() / std::get<0>(on); // each of its ranks tells of it
    }
    for (auto& from : told["samples"]) told_[rank].push_back(take_sample(from));
    hosts_.insert(told["host"].get<std::string>());
    wall_ = std::max(wall_, told["wall"].get<std::int64_t>());
    in_collectives_ += in_collectives;
    most_in_collectives_ = std::max(most_in_collectives_, in_collectives);
}

// Returns the time.
std::int64_t job_profile::take_sums(const profile_json& from)
{
    auto& to = rows_[{community_of(from[0]), call_kind_of(from[1])}];
    auto time = from[5].get<std::int64_t>();
    to.calls += from[2].get<std::uint64_t>();
    to.own += from[3].get<std::uint64_t>();
    to.bytes += from[4].get<std::uint64_t>();
    to.time += time;
    to.most = std::max(to.most, time);
    ++to.ranks;
    for (auto& [name, calls] : from[6].items()) to.algorithms[name] += calls.get<std::uint64_t>();
    return time;
}

// Returns its number.
std::size_t job_profile::take_sample(const profile_json& from)
{
    sample_key key{from[2], from[3], call_kind_of(from[1])};
    auto number = numbers_.try_emplace(key, samples_.size()).first->second;
    if (number == samples_.size()) {
        samples_.push_back({{community_of(from[0]), call_kind_of(from[1])}, from[4], 0, true, {}, {}, {}});
        rows_[samples_.back().of].samples.push_back(number);
    }
    auto& one = samples_[number];
    auto& begins = from[5];
    if (one.ranks++ == 0) {
        one.first.assign(begins.size(), std::numeric_limits<std::int64_t>::max());
        one.last.assign(begins.size(), std::numeric_limits<std::int64_t>::min());
        one.end = one.last;
    }
    // Else the program has not called alike on all ranks.
    one.agreed = one.agreed && begins.size() == one.first.size() && from[4].get<std::uint64_t>() == one.stride;
    for (std::size_t i = 0; one.agreed && i < begins.size(); ++i) {
        one.first[i] = std::min(one.first[i], begins[i].get<std::int64_t>());
        one.last[i] = std::max(one.last[i], begins[i].get<std::int64_t>());
        one.end[i] = std::max(one.end[i], from[6][i].get<std::int64_t>());
    }
    return number;
}

profile_message job_profile::last_arrivals(int rank) const
{
    auto answer = profile_json::array();
    auto at = told_.find(rank);
    if (at != told_.end())
        for (auto number : at->second)
            answer.push_back(is_whole(samples_[number]) ? profile_json(samples_[number].last) : profile_json::array());
    return profile_json::to_cbor(answer);
}

void job_profile::take_waits(int rank, std::span<const std::uint8_t> waits)
{
    auto told = profile_json::from_cbor(waits.begin(), waits.end());
    auto at = told_.find(rank);
    for (std::size_t k = 0; at != told_.end() && k < told.size(); ++k) {
        auto& to = rows_[samples_[at->second[k]].of];
        to.waited += told[k][0].get<std::int64_t>();
        to.sampled += told[k][1].get<std::int64_t>();
    }
}

// Of calls that all ranks of the communicator have told of.
job_profile::spread job_profile::of_samples(const row& of) const
{
    spread found;
    for (auto number : of.samples) {
        auto& one = samples_[number];
        if (!is_whole(one)) continue;
        for (std::size_t i = 0; i < one.first.size(); ++i) {
            found.imbalance.push_back(double(one.last[i] - one.first[i]) / 1000);
            found.one_call.push_back(double(std::max<std::int64_t>(0, one.end[i] - one.last[i])) / 1000);
        }
    }
    std::ranges::sort(found.imbalance);
    std::ranges::sort(found.one_call);
    return found;
}

} // namespace hocket
