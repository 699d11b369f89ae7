// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/running_value.hpp"
#include "shapes/circulant.hpp"

namespace hocket::reduce {

// The n-block broadcast on the circulant graph, read backwards (Traeff): who was sent a block there sends here what it
// has combined of it. (nb + ceil(log2 p) - 1)(alpha + n/nb (beta + gamma)), optimal for one port and any p. Values
// arrive in no order of the ranks, so operators must commute.
struct circulant {
    int blocks = 16;

    static task run(circulant with, net on, operands data)
    {
        running_value whole{data.mine, data.result};
        if (on.size() == 1) {
            co_await settle_value(on, whole);
            co_return;
        }
        block_cut cut(data.size(), with.blocks, data.element());
        running_parts value(on, data.mine, on.rank() == 0 ? data.result : on.scratch(data.size()), with.blocks);
        auto schedule = circulant_broadcast(on.size(), on.rank());
        int first = schedule.first_step(with.blocks), end = first + schedule.steps(with.blocks);
        for (int i = end - 1; i >= first; --i) {
            auto move = schedule.at(i, with.blocks);
            int up = move.recv_block, down = move.send_block;
            auto step = on.together(2);
            if (down >= 0)
                step.add(value.taking(on, move.send_to, down, cut.offset(down), cut.length(down), *data.how));
            if (up >= 0) step.send(move.recv_from, value.now(up, cut.offset(up), cut.length(up)));
            co_await step;
        }
    }
    static cost declared(circulant with, const problem& of)
    {
        if (of.ranks == 1) return {};
        hocket::circulant graph(of.ranks);
        double block = std::ceil(of.bytes / of.element / with.blocks) * of.element, round = 0;
        for (int j = 0; j < graph.q; ++j) round += of.exchange(block, double(graph.skip[j]));
        double all = (with.blocks + graph.q - 1) * (round / graph.q + of.combining(block));
        return {all, all, double(with.blocks) * (of.ranks - 1)};
    }
};

} // namespace hocket::reduce
