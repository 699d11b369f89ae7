// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "shapes/circulant_receive.hpp"
#include <algorithm>

namespace hocket {

// What is sent in round j is what the receiver's schedule says. The rule knows it from v's own range in nearly all
// rounds; a few (four at most have been seen) are looked up.
inline std::array<int, 32> send_schedule(const circulant& graph, int v)
{
    std::array<int, 32> send{};
    if (v == 0) {
        for (int j = 0; j < graph.q; ++j) send[j] = j;
        return send;
    }
    auto look_up = [&](int j) { return receive_search(graph, graph.ahead(v, j)).schedule()[j]; };
    int first = baseblock(graph, v), block = first, rest = v, range = graph.p;
    for (int j = graph.q - 1; j > 0; --j) {
        int s = graph.skip[j], half = graph.skip[j - 1];
        bool known;
        if (rest < s) {
            known = rest < range - s || range < half || (j == 1 && first > 0);
            range = std::min(range, s);
        } else {
            known = j == 1 || rest > s || range - s < half;
            block = j - graph.q;
            rest -= s;
            range -= s;
        }
        send[j] = known ? block : look_up(j);
    }
    send[0] = first - graph.q;
    return send;
}

} // namespace hocket
