// SPDX-License-Identifier: BSD-3-Clause
#include "bench/series.hpp"
#include <algorithm>
#include <cmath>

namespace hocket::bench {

namespace {

void append(std::vector<double>& to, const std::vector<double>& more)
{
    to.insert(to.end(), more.begin(), more.end());
}

double rounded(double microseconds)
{
    return std::round(microseconds * 1000) / 1000;
}

double to_microsecond(double seconds)
{
    return std::round(seconds * 1e6) / 1e6;
}

nlohmann::ordered_json percentiles(std::vector<double> of)
{
    std::sort(of.begin(), of.end());
    nlohmann::ordered_json all;
    for (int p : {50, 90, 95, 99})
        all["p" + std::to_string(p)] = rounded(of[std::size_t(std::ceil(p / 100.0 * double(of.size()))) - 1]);
    return all;
}

} // namespace

interval of_median(std::vector<double> of)
{
    std::sort(of.begin(), of.end());
    // The number of samples below the true median is binomial(n, 1/2): its normal approximation gives the ranks.
    double n = double(of.size()), half_width = 1.96 * std::sqrt(n) / 2;
    auto low = std::max(std::floor(n / 2 - half_width), 0.0);
    auto high = std::min(std::ceil(n / 2 + half_width), n - 1);
    return {of[std::size_t(low)], of[std::size_t(high)]};
}

void series::add(const samples& round)
{
    append(all_.slowest, round.slowest);
    append(all_.fastest, round.fastest);
    append(all_.average, round.average);
    append(all_.root, round.root);
    append(all_.overlapped, round.overlapped);
    append(all_.computing, round.computing);
    round_medians_.push_back(rounded(median(round.slowest)));
    round_times_.push_back({to_microsecond(round.begin), to_microsecond(round.end)});
}

nlohmann::ordered_json series::row(const std::string& variant, std::size_t bytes) const
{
    auto [low, high] = of_median(all_.slowest);
    nlohmann::ordered_json all{
        {"variant", variant},
        {"bytes", bytes},
        {"samples", all_.slowest.size()},
        {"verified", verified_},
        {"time_us", rounded(median(all_.slowest))},
        {"low_us", rounded(low)},
        {"high_us", rounded(high)},
        {"fastest_us", rounded(median(all_.fastest))},
        {"avg_us", rounded(median(all_.average))},
        {"root_us", rounded(median(all_.root))},
        {"min_us", rounded(*std::min_element(all_.slowest.begin(), all_.slowest.end()))},
        {"max_us", rounded(*std::max_element(all_.slowest.begin(), all_.slowest.end()))},
        {"percentiles_us", percentiles(all_.slowest)},
        {"rounds_us", nlohmann::ordered_json::array({round_medians_})},
        {"rounds_at_s", nlohmann::ordered_json::array({round_times_})},
    };
    if (!all_.overlapped.empty()) all["overlap"] = overlap();
    return all;
}

nlohmann::ordered_json series::overlap() const
{
    double pure = median(all_.slowest), both = median(all_.overlapped), alone = median(all_.computing);
    double hidden = 100 * (1 - (both - alone) / std::max(pure, 1e-3));
    return {{"total_us", rounded(both)},
            {"computing_us", rounded(alone)},
            {"percent", std::round(std::clamp(hidden, 0.0, 100.0) * 10) / 10}};
}

bool series::within(double part) const
{
    if (round_medians_.size() < 6) return false; // no 95 % interval of fewer
    double middle = median(round_medians_);
    auto [low, high] = of_median(round_medians_);
    return low >= middle * (1 - part) && high <= middle * (1 + part);
}

} // namespace hocket::bench
