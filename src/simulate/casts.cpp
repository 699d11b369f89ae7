// SPDX-License-Identifier: BSD-3-Clause
#include "simulate/casts.hpp"
#include "algorithms/cast_price.hpp"

namespace hocket {

std::uint32_t cast_book::find(const key& of, int nodes)
{
    auto [at, is_new] = open_.try_emplace(of, 0);
    if (!is_new) return at->second;
    if (free_.empty()) free_.push_back(std::uint32_t(all_.size())), all_.emplace_back();
    auto i = at->second = free_.back();
    free_.pop_back();
    auto& one = all_[i] = {};
    std::tie(one.context, one.sender, one.number) = of;
    one.legs.resize(std::size_t(nodes));
    one.open = 2 * nodes - 1;
    for (int child = 1; child < nodes; ++child) ++one.legs[std::size_t(cast_price::parent(child))].unheard;
    return i;
}

} // namespace hocket
