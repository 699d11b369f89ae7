// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/tree_reduce.hpp"
#include <cmath>

namespace hocket::reduce {

// Flat: everybody sends to rank 0, which takes the operands in rank order, strictly from left to right, and has
// `window` of them on their way at a time; all of these but the first wait in memory. (p-1)(alpha + n beta + n gamma).
// For a few ranks. Folklore.
struct flat {
    int window = 8;

    static task run(flat with, net on, operands data)
    {
        if (on.rank() != 0) {
            co_await on.send(0, data.mine);
            co_return;
        }
        running_value value{data.mine, data.result};
        auto n = data.size();
        int p = on.size(), width = std::min(with.window, p - 1);
        auto room = width > 1 ? on.scratch(std::size_t(width - 1) * n) : bytes{};
        for (int first = 1; first < p; first += width) {
            int waiting = std::min(width, p - first) - 1;
            auto step = on.together(1 + waiting);
            step.recv_reduce(first, value.into, value.now, *data.how);
            for (int i = 0; i < waiting; ++i) step.recv(first + 1 + i, room.subspan(std::size_t(i) * n, n));
            co_await step;
            value.arrived();
            for (int i = 0; i < waiting; ++i)
                co_await on.combine(value.into, value.now, room.subspan(std::size_t(i) * n, n), *data.how);
        }
        co_await settle_value(on, value);
    }
    static cost declared(flat with, const problem& of)
    {
        double sends = of.ranks - 1, n = of.bytes;
        if (sends == 0) return {};
        double at_once = std::min<double>(with.window, sends), all = sends * of.message(n);
        if (!of.level().one_port) { // short messages come whether rank 0 is ready or not
            if (n <= of.level().eager_limit) all = of.several(sends, n);
            else all = std::ceil(sends / at_once) * (of.several(at_once, n) - announced(of, n)) + announced(of, n);
            all += of.level().incast(at_once, n);
        }
        all += sends * of.combining(n);
        return {all, all, sends};
    }
};

} // namespace hocket::reduce
