// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/algorithm.hpp"
#include "shapes/circulant.hpp"
#include <cmath>

namespace hocket::bcast {

// Circulant n-block broadcast (Traeff): on the graph with skips p/2, p/4, ..., 1 (rounded up) every rank receives
// one new block and passes one on in each round, by a schedule that it computes alone in O(log p).
// Cost (nb + ceil(log2 p) - 1)(alpha + n/nb beta), optimal for one port and any p; nb = 1 is a binomial-like tree.
struct circulant {
    int blocks = 16;

    static task run(circulant with, net on, bytes data)
    {
        if (on.size() == 1) co_return;
        hocket::blocks cut{data, with.blocks};
        auto schedule = circulant_broadcast(on.size(), on.rank());
        int first = schedule.first_step(with.blocks), end = first + schedule.steps(with.blocks);
        for (int i = first; i < end; ++i) {
            auto move = schedule.at(i, with.blocks);
            auto step = on.together(2);
            if (move.recv_block >= 0) step.recv(move.recv_from, cut[move.recv_block]);
            if (move.send_block >= 0) step.send(move.send_to, cut[move.send_block]);
            co_await step;
        }
    }
    static cost declared(circulant with, const problem& of)
    {
        if (of.ranks == 1) return {};
        hocket::circulant graph(of.ranks);
        double block = std::ceil(of.bytes / with.blocks), round = 0; // q rounds, each over another distance
        for (int j = 0; j < graph.q; ++j) round += of.exchange(block, double(graph.skip[j]));
        double one = round / graph.q;
        double all = (with.blocks + graph.q - 1) * one;
        return {all, all, double(with.blocks) * (of.ranks - 1)};
    }
};

} // namespace hocket::bcast
