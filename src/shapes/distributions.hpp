// SPDX-License-Identifier: BSD-3-Clause
// Named ways in which the blocks of p ranks may differ in size, for checks, simulations and benchmarks.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <random>
#include <string_view>
#include <vector>

namespace hocket {

//   equal      all the same
//   random     evenly between nothing and twice the mean
//   one-giant  one rank has nearly all, the others a 64th of the mean
//   all-giant  all near the mean, no two quite alike
//   zipf       the k-th largest has a k-th of the largest
//   zeros      half of the ranks have nothing
inline constexpr std::array<std::string_view, 6> distribution_names{"equal",     "random", "one-giant",
                                                                    "all-giant", "zipf",   "zeros"};

inline bool is_distribution(std::string_view name)
{
    return std::ranges::count(distribution_names, name) > 0;
}

// Whole numbers in the proportion of the weights, which together make exactly `total`.
inline std::vector<std::size_t> shared_out(std::size_t total, const std::vector<double>& weights)
{
    double all = std::accumulate(weights.begin(), weights.end(), 0.0), sum = 0;
    std::vector<std::size_t> parts;
    std::size_t given = 0;
    for (auto w : weights) {
        sum += w;
        auto until = std::clamp(std::size_t(double(total) * (sum / all)), given, total);
        parts.push_back(until - given);
        given = until;
    }
    if (!parts.empty()) *std::ranges::max_element(parts) += total - given;
    return parts;
}

// A permutation of 0..p-1 that is the same on every machine.
inline std::vector<int> shuffled(int p, std::uint32_t seed)
{
    std::vector<int> order(std::size_t(p), 0);
    std::iota(order.begin(), order.end(), 0);
    std::mt19937 dice(seed);
    for (auto i = std::uint32_t(p); i > 1; --i) std::swap(order[i - 1], order[dice() % i]);
    return order;
}

inline std::vector<double> distribution_weights(std::string_view name, int p, std::uint32_t seed)
{
    auto place = shuffled(p, seed);
    std::mt19937 dice(seed + 1);
    std::vector<double> weights;
    for (auto k : place) {
        double chance = double(dice()) / 4294967296.0;
        if (name == "random") weights.push_back(chance + 1e-9);
        else if (name == "one-giant") weights.push_back(k == 0 ? p - (p - 1) / 64.0 : 1 / 64.0);
        else if (name == "all-giant") weights.push_back(0.875 + 0.25 * chance);
        else if (name == "zipf") weights.push_back(1.0 / (k + 1));
        else weights.push_back(k < p / 2 ? 0 : 1); // zeros
    }
    return weights;
}

// The bytes of each rank; the mean over the ranks is kept. The name is one of distribution_names.
inline std::vector<std::size_t> distributed(std::string_view name, int p, std::size_t mean, std::uint32_t seed)
{
    if (name == "equal") return std::vector<std::size_t>(std::size_t(p), mean);
    return shared_out(mean * std::size_t(p), distribution_weights(name, p, seed));
}

// The seed for what one rank has for all others; `own` tells ranks apart. With one giant it is the same receiver's in
// all ranks, who is flooded.
inline std::uint32_t row_seed(std::string_view name, std::uint32_t seed, std::uint32_t own)
{
    return name == "one-giant" ? seed : seed + own;
}

} // namespace hocket
