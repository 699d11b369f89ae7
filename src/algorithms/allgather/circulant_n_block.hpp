// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/allgather/strided.hpp"
#include "shapes/circulant.hpp"

namespace hocket::allgather {

// All-broadcast on the circulant graph: every rank's block is cut into `blocks` pieces, and all p broadcasts of that
// many pieces run at once, by the same schedule counted from each root. nb + ceil(log2 p) - 1 rounds, n beta in all;
// since each message holds a piece of nearly every rank's block, a few long blocks among short ones cost no more than
// equal ones. Each rank keeps the schedules of all, p ceil(log2 p) bytes. Traeff 2022-2024.
struct circulant_n_block {
    int blocks = 4;

    static task run(circulant_n_block with, net on, hocket::blocks all)
    {
        if (on.size() == 1) co_return;
        int nb = pieces_of_block(with, double(all.largest()));
        hocket::circulant graph(on.size());
        auto table = schedules(graph, on.ledger<std::int8_t>(graph.p * graph.q));
        auto lists = on.ledger<bytes>(2 * graph.p);
        auto mine = lists.first(lists.size() / 2), theirs = lists.last(lists.size() / 2);
        int skipped = (graph.q - (nb - 1) % graph.q) % graph.q;
        for (int i = skipped; i < skipped + nb + graph.q - 1; ++i) {
            int j = i % graph.q, to = graph.ahead(on.rank(), j);
            rule now{all, table.data() + j, graph.q, i / graph.q * graph.q - skipped, nb};
            auto take = wanted(now, on.rank(), mine), give = wanted(now, to, theirs);
            co_await swap_pieces(on, to, give, graph.behind(on.rank(), j), take);
        }
    }
    // Each round is charged for as many pieces as there are in the mean.
    static cost declared(circulant_n_block with, const problem& of)
    {
        if (of.ranks == 1) return {};
        hocket::circulant graph(of.ranks);
        int nb = pieces_of_block(with, of.block()), rounds = nb + graph.q - 1,
            skipped = (graph.q - (nb - 1) % graph.q) % graph.q;
        double mean = double(of.ranks - 1) * nb * std::ceil(of.block() / nb) / rounds, time = packing(of);
        for (int j = 0; j < graph.q; ++j) {
            int times = (skipped + rounds - j + graph.q - 1) / graph.q - (j < skipped);
            time += times * of.exchange(mean, graph.skip[std::size_t(j)]);
        }
        cost made{time, time, double(rounds) * of.ranks};
        made.held = double(of.ranks) * graph.q;
        return made;
    }

private:
    // What a rank receives in one round.
    struct rule {
        hocket::blocks all;
        const std::int8_t* schedule; // that round's entry, of the ranks counted from a root
        int stride, passed, nb;
    };
    static int pieces_of_block(circulant_n_block with, double largest)
    {
        return int(std::clamp<double>(largest, 1, with.blocks));
    }
    static std::span<std::int8_t> schedules(const hocket::circulant& graph, std::span<std::int8_t> table)
    {
        for (int v = 0; v < graph.p; ++v) {
            auto found = receive_search(graph, v).schedule();
            for (int j = 0; j < graph.q; ++j)
                table[std::size_t(v) * std::size_t(graph.q) + std::size_t(j)] = std::int8_t(found[std::size_t(j)]);
        }
        return table;
    }
    static pieces wanted(rule now, int rank, std::span<bytes> into)
    {
        std::size_t count = 0;
        int p = now.all.count();
        for (int root = 0; root < p; ++root) {
            int v = rank >= root ? rank - root : rank - root + p;
            int piece = now.schedule[std::ptrdiff_t(v) * now.stride] + now.passed;
            if (v == 0 || piece < 0) continue;
            hocket::blocks cut{now.all[root], now.nb};
            into[count++] = cut[std::min(piece, now.nb - 1)];
        }
        return into.first(count);
    }
};

} // namespace hocket::allgather
