// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

namespace hocket::bench {

// A vector cut into parts that differ by one element at most.
struct even_parts {
    even_parts() = default;
    even_parts(int count, int ranks)
    {
        for (int r = 0; r < ranks; ++r) {
            starts.push_back(r == 0 ? 0 : starts.back() + counts.back());
            counts.push_back(count / ranks + (r < count % ranks));
        }
    }

    std::vector<int> counts, starts;
};

} // namespace hocket::bench
