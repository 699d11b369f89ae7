// SPDX-License-Identifier: BSD-3-Clause
#include "world/rooted_case.hpp"
#include "catalogue/catalogue.hpp"
#include "world/block_counts.hpp"
#include <algorithm>
#include <numeric>
#include <random>

namespace hocket {
namespace {

using dice = std::mt19937;

std::vector<int> some_order(int ranks, dice& by)
{
    std::vector<int> order(static_cast<std::size_t>(ranks));
    std::iota(order.begin(), order.end(), 0);
    auto kind = by() % 4;
    if (kind == 1) std::ranges::reverse(order);
    if (kind > 1) std::shuffle(order.begin(), order.end(), by);
    return order;
}

// Half of the blocks have no hole before them, so that neighbours join.
void place_blocks(rooted_case& c, dice& by)
{
    c.displacements.resize(c.sizes.size());
    for (int r : some_order(int(c.sizes.size()), by)) {
        if (c.irregular && by() % 2) c.extent += 1 + by() % 40;
        c.displacements[std::size_t(r)] = c.extent;
        c.extent += c.sizes[std::size_t(r)];
    }
    if (c.irregular) c.extent += by() % 40;
}

liar pick_liar(const rooted_case& c, dice& by)
{
    int p = int(c.sizes.size());
    if (p == 1) return {};
    int rank = int((unsigned(c.root) + 1 + by() % unsigned(p - 1)) % unsigned(p));
    auto right = c.sizes[std::size_t(rank)];
    if (right == 0) return {rank, 1 + by() % 10};
    std::size_t wrong[]{right + 1, right - 1, 0, 2 * right + 5};
    return {rank, wrong[by() % 4]};
}

} // namespace

rooted_case make_rooted_case(std::string_view collective, int ranks, int root, const std::string& counts,
                             std::size_t mean, unsigned seed)
{
    auto way = collective.starts_with("gather") ? flow::to_root : flow::from_root;
    dice by(seed + 7919u * unsigned(ranks) + 104729u * unsigned(root) + 1299709u * unsigned(mean));
    rooted_case c{way, irregular(collective), root, counts_by_name(counts, ranks, root, mean, by()), {}};
    if (c.irregular) {
        place_blocks(c, by);
    } else {
        c.extent = mean * std::size_t(ranks);
        for (int r = 0; r < ranks; ++r) c.displacements.push_back(mean * std::size_t(r));
    }
    if (counts == "disagree") c.who = pick_liar(c, by);
    return c;
}

} // namespace hocket
