// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/algorithm.hpp"

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
    static cost declared(flat, const problem& of)
    {
        double sends = of.ranks - 1, all = sends * of.message(of.bytes);
        return {all, all, sends};
    }

private:
    static task lane(net on, bytes data, int first, int width)
    {
        for (int to = first; to < on.size(); to += width) co_await on.send(to, data);
    }
};

} // namespace hocket::bcast
