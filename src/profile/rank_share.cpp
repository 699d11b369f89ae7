// SPDX-License-Identifier: BSD-3-Clause
#include "profile/rank_share.hpp"
#include <algorithm>
#include <nlohmann/json.hpp>

namespace hocket {

namespace {

profile_json as_json(const call_kind& kind)
{
    return {kind.collective, int(kind.form), kind.size.number};
}

profile_json as_json(const std::tuple<int, int, std::string>& on)
{
    return {std::get<0>(on), std::get<1>(on), std::get<2>(on)};
}

} // namespace

void rank_share::add(const call_profile& of)
{
    auto& where = of.where();
    community on{where.ranks, where.nodes, where.layout};
    ++communicators_[on];
    of.for_each([&](const call_kind& kind, const call_record& record) {
        auto& sum = sums_[{on, kind}];
        sum.calls += record.calls;
        sum.own += record.own;
        sum.bytes += record.bytes;
        sum.time += record.time;
        for (auto& [name, calls] : record.algorithms) sum.algorithms[name] += calls;
        auto kept = record.sample.kept();
        if (!where.sampled || kind.form != call_form::blocking) return;
        sampled_.push_back({on, where.group, where.ordinal, kind, record.sample.stride(), {kept.begin(), kept.end()}});
    });
}

profile_message rank_share::first(std::int64_t wall, const std::string& host, const clock_line& job_time) const
{
    auto rows = nlohmann::json::array(), samples = nlohmann::json::array(), communicators = nlohmann::json::array();
    for (auto& [key, sum] : sums_)
        rows.push_back(
            {as_json(key.first), as_json(key.second), sum.calls, sum.own, sum.bytes, sum.time, sum.algorithms});
    for (auto& [on, many] : communicators_) communicators.push_back({as_json(on), many});
    for (auto& one : sampled_) {
        auto begins = nlohmann::json::array(), ends = nlohmann::json::array();
        for (auto& call : one.calls) {
            begins.push_back(job_time(call.begin));
            ends.push_back(job_time(call.end));
        }
        samples.push_back({as_json(one.on), as_json(one.kind), one.group, one.ordinal, one.stride, begins, ends});
    }
    return nlohmann::json::to_cbor(
        {{"rows", rows}, {"communicators", communicators}, {"samples", samples}, {"wall", wall}, {"host", host}});
}

// A rank that left before the last one came has waited for nobody after it had left.
profile_message rank_share::waits(std::span<const std::uint8_t> last_arrivals, const clock_line& job_time) const
{
    auto lasts = nlohmann::json::from_cbor(last_arrivals.begin(), last_arrivals.end());
    auto answers = nlohmann::json::array();
    for (std::size_t k = 0; k < sampled_.size(); ++k) {
        std::int64_t waited = 0, all = 0;
        auto& calls = sampled_[k].calls;
        for (std::size_t i = 0; i < std::min(calls.size(), lasts[k].size()); ++i) {
            auto begin = job_time(calls[i].begin), end = job_time(calls[i].end);
            waited += std::max<std::int64_t>(0, std::min(end, lasts[k][i].get<std::int64_t>()) - begin);
            all += end - begin;
        }
        answers.push_back({waited, all});
    }
    return nlohmann::json::to_cbor(answers);
}

} // namespace hocket
