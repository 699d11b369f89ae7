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
    append(all_.average, round.average);
    append(all_.root, round.root);
    round_medians_.push_back(rounded(median(round.slowest)));
}

nlohmann::ordered_json series::row(const std::string& variant, std::size_t bytes) const
{
    auto [low, high] = of_median(all_.slowest);
    return {
        {"variant", variant},
        {"bytes", bytes},
        {"samples", all_.slowest.size()},
        {"verified", verified_},
        {"time_us", rounded(median(all_.slowest))},
        {"low_us", rounded(low)},
        {"high_us", rounded(high)},
        {"avg_us", rounded(median(all_.average))},
        {"root_us", rounded(median(all_.root))},
        {"min_us", rounded(*std::min_element(all_.slowest.begin(), all_.slowest.end()))},
        {"max_us", rounded(*std::max_element(all_.slowest.begin(), all_.slowest.end()))},
        {"rounds_us", nlohmann::ordered_json::array({round_medians_})},
    };
}

} // namespace hocket::bench
