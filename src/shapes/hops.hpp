// SPDX-License-Identifier: BSD-3-Clause
// Distances round a ring made of few hops. Weights fall to 1; in each step what goes some way goes as many times the
// weight as fits in the distance that is left to it, so that less than the weight is left.
#pragma once
#include "shapes/circulant_graph.hpp"
#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace hocket {

struct hop_weights {
    int ranks;
    int steps = 0;
    std::array<int, 32> weight{};

    // Of the digits of a distance in base k, the highest first: ceil(log_k p) steps.
    static hop_weights powers(int p, int k)
    {
        hop_weights by{p};
        std::int64_t top = 1;
        while (top * k < p) top *= k;
        for (; p > 1 && top > 0; top /= k) by.weight[std::size_t(by.steps++)] = int(top);
        return by;
    }
    // Half of what can be left, rounded up: ceil(log2 p) steps of one hop (Traeff 2024).
    static hop_weights halves(int p)
    {
        circulant graph(p);
        hop_weights by{p, graph.q};
        for (int i = 0; i < graph.q; ++i) by.weight[std::size_t(i)] = graph.skip[std::size_t(graph.q - 1 - i)];
        return by;
    }
    // What is left before a step is less than that.
    int range(int step) const { return step == 0 ? ranks : weight[std::size_t(step) - 1]; }
    // No way is longer in one step than so many times the weight.
    int most(int step) const { return (range(step) - 1) / weight[std::size_t(step)]; }
};

// Runs of neighbouring distances, how many by their lengths; there are few lengths.
class run_lengths {
public:
    struct entry {
        int length;
        std::int64_t count;
    };
    void add(int length, std::int64_t count)
    {
        auto same = std::ranges::find(all_, length, &entry::length);
        if (same == all_.end()) all_.push_back({length, count});
        else same->count += count;
    }
    const std::vector<entry>& all() const { return all_; }

private:
    std::vector<entry> all_;
};

// f(step, j, distances, runs) of every way that a step knows, j times its weight: how many distances go it, and in
// how many runs of neighbouring ones.
template <class F> void each_hop(const hop_weights& by, F f)
{
    run_lengths runs; // in each, what is left counts from 0
    runs.add(by.ranks, 1);
    for (int step = 0; step < by.steps; ++step) {
        int w = by.weight[std::size_t(step)];
        run_lengths shorter;
        for (int j = 0; j <= by.most(step); ++j) {
            std::int64_t distances = 0, pieces = 0;
            for (auto [length, count] : runs.all()) {
                int part = std::min(w, length - j * w);
                if (part <= 0) continue;
                distances += part * count, pieces += count;
                shorter.add(part, count);
            }
            if (j > 0) f(step, j, distances, pieces);
        }
        runs = std::move(shorter);
    }
}

} // namespace hocket
