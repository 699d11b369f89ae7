// SPDX-License-Identifier: BSD-3-Clause
#include "bench/mock_up.hpp"
#include <numeric>

namespace hocket::bench {

std::size_t hands::whole() const
{
    if (of.counts != nullptr) return std::size_t(std::accumulate(of.counts, of.counts + ranks, 0));
    return std::size_t(of.count) + std::size_t(ranks); // as even parts, the longest for each
}

std::vector<const mock_up*> mock_ups_of(std::string_view collective)
{
    std::vector<const mock_up*> found;
    for (auto* list : {&block_mock_ups(), &reduction_mock_ups(), &node_mock_ups(), &own_mock_ups()})
        for (auto& one : *list)
            if (one.collective == collective) found.push_back(&one);
    return found;
}

} // namespace hocket::bench
