// SPDX-License-Identifier: BSD-3-Clause
// What allreduces over lanes have in common: the ranks of a group that are not its head lend it their operands before,
// and hear the result from it afterwards, both along binomial trees.
#pragma once
#include "algorithms/bcast/knomial.hpp"
#include "algorithms/reduce/knomial.hpp"
#include "levels/lane_groups.hpp"
#include "levels/lane_price.hpp"

namespace hocket::allreduce {

// `of_heads` is the allreduce of what the groups have.
template <class OfHeads> task in_groups(const lane_groups* at, operands data, OfHeads of_heads)
{
    if (!at->alone()) {
        operands joined{data.mine, at->leads() ? data.result : bytes{}, data.how};
        co_await reduce::knomial::run({}, at->group(), joined);
        data.mine = data.result;
    }
    if (at->leads()) co_await of_heads(data);
    if (!at->alone()) co_await bcast::knomial::run({}, at->group(), data.result);
}

// `heads`: what theirs costs.
inline cost in_groups(const lane_price& by, const problem& of, const cost& heads)
{
    auto group = by.in_group(of, of.bytes);
    auto first = reduce::knomial::declared({}, group), last = bcast::knomial::declared({}, group);
    double all = first.finish + heads.finish + last.finish, trees = by.where->nodes() * by.lanes;
    return {all, all, heads.messages + trees * (first.messages + last.messages)};
}

} // namespace hocket::allreduce
