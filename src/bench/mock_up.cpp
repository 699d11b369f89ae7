// SPDX-License-Identifier: BSD-3-Clause
#include "bench/mock_up.hpp"
#include <numeric>

namespace hocket::bench {

std::size_t hands::whole() const
{
    if (of.counts != nullptr) return std::size_t(std::accumulate(of.counts, of.counts + ranks, 0));
    return std::size_t(of.count) + std::size_t(ranks); // as even parts, the longest for each
}

void mock_up::make_ready(const hands& h) const
{
    auto p = std::size_t(h.ranks);
    auto& all = *h.by;
    all.parts = even_parts(h.of.count, h.ranks);
    all.nothing.assign(p, 0);
    all.of_root.assign(p, 0);
    all.of_root[std::size_t(h.root)] = h.of.count;
    all.starts.assign(p, 0);
    if (h.of.counts != nullptr) std::exclusive_scan(h.of.counts, h.of.counts + p, all.starts.begin(), 0);
    all.requests.reserve(p + h.of.out.others.size() + h.of.in.others.size());
    all.types.assign(p, MPI_BYTE);
    if (prepare != nullptr) prepare(h);
}

std::vector<const mock_up*> mock_ups_of(std::string_view collective)
{
    std::vector<const mock_up*> found;
    for (auto* list : {&block_mock_ups(), &reduction_mock_ups(), &node_mock_ups(), &own_mock_ups(), &type_mock_ups()})
        for (auto& one : *list)
            if (one.collective == collective) found.push_back(&one);
    return found;
}

} // namespace hocket::bench
