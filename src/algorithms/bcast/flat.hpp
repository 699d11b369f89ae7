// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/algorithm.hpp"
#include <cmath>

namespace hocket::bcast {

// Flat: the root sends to everybody, at most `window` messages at a time, each lane of the window taking every
// window-th rank. Cost (p-1)(alpha + n beta). For two or three ranks, or none of whom can help another.
struct flat {
    int window = 8;

    static task run(flat with, net on, bytes data)
    {
        if (on.rank() != 0) {
            co_await on.recv(0, data);
            co_return;
        }
        group lanes;
        int width = std::min(with.window, on.size() - 1);
        for (int first = 1; first <= width; ++first) lanes.add(lane(on, data, first, width));
        co_await lanes.all();
    }
    static cost declared(flat with, const problem& of)
    {
        double sends = of.ranks - 1, all = sends * of.message(of.bytes);
        if (!of.level().one_port && sends > 0) { // long messages go as many at a time as the window holds
            double at_once = of.bytes > of.level().eager_limit ? std::min<double>(with.window, sends) : sends;
            all = std::ceil(sends / at_once) * of.several(at_once, of.bytes);
        }
        return {all, all, sends};
    }

private:
    static task lane(net on, bytes data, int first, int width)
    {
        for (int to = first; to < on.size(); to += width) co_await on.send(to, data);
    }
};

} // namespace hocket::bcast
