// SPDX-License-Identifier: BSD-3-Clause
// All that was measured of one variant at one size.
#pragma once
#include "bench/measure.hpp"
#include <array>
#include <nlohmann/json.hpp>

namespace hocket::bench {

// The 95 % interval of the median by order statistics; the whole range where there are too few samples for one.
struct interval {
    double low, high;
};
interval of_median(std::vector<double> of);

class series {
public:
    void add(const samples& round);
    void judge(bool verified) { verified_ = verified; }
    bool verified() const { return verified_; }
    const std::vector<double>& rounds() const { return round_medians_; }
    // Is the median of the rounds known within such a part of it?
    bool within(double part) const;
    nlohmann::ordered_json row(const std::string& variant, std::size_t bytes) const;

private:
    nlohmann::ordered_json overlap() const;

    samples all_;
    std::vector<double> round_medians_;
    std::vector<std::array<double, 2>> round_times_; // when they began and ended
    bool verified_ = false;
};

} // namespace hocket::bench
