// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "levels/group_blocks.hpp"

namespace hocket {

// A reduce_scatter over groups of ranks: each group joins its operands at its head (`join`), the heads share out the
// sum of all with the blocks in the order of the composition (`share`), and each hands out those of its group
// (`release`). Ranks alone in their group take no part in the first and the last step.
template <class Join, class Share, class Release>
task scatter_in_groups(net on, const lane_groups* at, scattered_operands data, Join join, Share share, Release release)
{
    lane_order order(on, *at, data.cut);
    bytes work;
    if (at->leads()) work = !data.work.empty() ? data.work : on.scratch(data.mine.size());
    if (!at->alone()) {
        co_await join(operands{data.mine, work, data.how});
        data.mine = work;
    }
    auto packed = work;
    if (at->leads() && !order.natural()) {
        packed = on.scratch(work.size());
        co_await order.pack(on, packed, data.mine);
        data.mine = packed;
    }
    group_blocks own(*at, order, packed, data.result);
    if (at->leads()) co_await share(&order, data, packed);
    if (!at->alone()) co_await release(own.data());
    bool elsewhere = at->leads() && own.of_head().data() != data.result.data();
    if (elsewhere) co_await on.copy(data.result, own.of_head());
}

} // namespace hocket
