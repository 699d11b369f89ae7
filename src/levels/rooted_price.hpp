// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/in_pieces.hpp"
#include <cmath>

namespace hocket {

// A part in which every rank stands for a set of others: `mean` blocks, and `most` in the largest set. On a tree the
// largest sets may all lie on the longest way; beyond two of them that is not assumed.
inline cost of_sets(const algorithm<rooted_blocks>& by, const problem& of, double block, double mean, double most)
{
    double less = std::floor(mean), share = mean - less;
    auto all = by.declared(of.with_bytes(of.ranks * less * block));
    if (share > 0) {
        auto more = by.declared(of.with_bytes(of.ranks * (less + 1) * block));
        all.finish += share * (more.finish - all.finish);
    }
    if (of.ranks > 1) all.finish += 2 * std::max(0.0, of.message(most * block) - of.message(mean * block));
    return all;
}

// What copies cost the root where blocks of one message lie apart in its memory and are too short to be described.
inline double bounced(const problem& of, double block, bool apart)
{
    return apart && block < double(worth_a_piece) ? of.bytes * of.copy_per_byte : 0;
}

} // namespace hocket
