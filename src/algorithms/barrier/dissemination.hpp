// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/algorithm.hpp"

namespace hocket::barrier {

// Dissemination with radix k: in the round of distance w each rank tells w, 2w, ... (k-1)w ahead of it, and hears of as
// many behind. After a round it knows of k w ranks. ceil(log_k p) rounds for any p. Hensgen, Finkel, Manber 1988.
struct dissemination {
    int k = 2;

    static task run(dissemination with, net on, nothing)
    {
        for (std::int64_t w = 1; w < on.size(); w *= with.k) {
            int peers = peers_at(with, w, on.size());
            co_await both(hear(on, int(w), peers), tell(on, int(w), peers));
        }
    }
    static cost declared(dissemination with, const problem& of)
    {
        double time = 0, messages = 0;
        for (std::int64_t w = 1; w < of.ranks; w *= with.k) {
            int peers = peers_at(with, w, of.ranks);
            time += of.exchanges(peers, 0, double(w));
            messages += double(peers) * of.ranks;
        }
        return {time, time, messages};
    }

private:
    static task hear(net on, int w, int peers)
    {
        auto step = on.together(peers);
        for (int j = 1; j <= peers; ++j) step.recv(on.prev(j * w), bytes{});
        co_await step;
    }
    // One by one, so that the first message of everybody goes before any second one.
    static task tell(net on, int w, int peers)
    {
        for (int j = 1; j <= peers; ++j) co_await on.send(on.next(j * w), cbytes{});
    }
    static int peers_at(dissemination with, std::int64_t w, int ranks)
    {
        return int(std::min<std::int64_t>(with.k - 1, (ranks - 1) / w));
    }
};

} // namespace hocket::barrier
