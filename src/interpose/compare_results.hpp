// SPDX-License-Identifier: BSD-3-Clause
// Two results of one reduction, which may have bracketed the operands differently.
#pragma once
#include "drive/operators.hpp"
#include <vector>

namespace hocket {

// Equal bits, but for floating-point numbers: there zeros are equal, and NaN, whose way through a minimum libraries
// leave open, is equal to anything. A sum may differ by 2 (p-1) eps times the sum of the magnitudes, since each way to
// add p numbers is within (p-1) eps / 2 of it; a product by 8 (p-1) eps times itself, but not where it has left the
// normal range, as then some other way may not have. Short integers may differ where a sum can leave their range and
// the library's saturates.
class result_comparison {
public:
    result_comparison(const operator_use& use, int ranks) : use_(use), ranks_(ranks) {}

    // Does it need the sums of the operands' magnitudes, one for each number of type double?
    bool needs_magnitudes() const;
    // The magnitudes of packed operands; a complex number has two.
    std::vector<double> magnitudes(const std::vector<std::byte>& operands) const;
    // The first element that differs, or their number. `sums`: of the magnitudes of all ranks, of these elements.
    std::size_t first_difference(const std::vector<std::byte>& a, const std::vector<std::byte>& b,
                                 const std::vector<double>& sums) const;

    // All NaNs with the same bits.
    std::vector<std::byte> with_one_nan(std::vector<std::byte> all) const;

private:
    bool same(const std::byte* a, const std::byte* b, const double* sums) const;

    operator_use use_;
    int ranks_;
};

} // namespace hocket
