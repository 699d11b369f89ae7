// SPDX-License-Identifier: BSD-3-Clause
#include "shapes/merge_tree.hpp"
#include <gtest/gtest.h>
#include <random>
#include <vector>

namespace hocket {
namespace {

constexpr unsigned tree_seed = 11;

// Everything that the levels do, with all sizes in one place: who holds each range, when, and what moves.
struct merging {
    int p;
    std::vector<std::uint64_t> size;
    std::vector<int> holder, sent; // of the range that a rank leads; how often it has sent
    std::vector<std::vector<int>> held;
    std::vector<double> ready;
    double root_bytes = 0;

    explicit merging(std::vector<std::uint64_t> sizes)
        : p(int(sizes.size())), size(std::move(sizes)), sent(size.size(), 0), held(size.size()), ready(size.size(), 0)
    {
        for (int v = 0; v < p; ++v) {
            holder.push_back(v);
            held[std::size_t(v)] = {v};
        }
    }
    std::uint64_t bytes_of(block_range r) const
    {
        std::uint64_t n = 0;
        for (int i = r.first; i < r.last; ++i) n += size[std::size_t(i)];
        return n;
    }
    void merge(block_range low, block_range high)
    {
        bool to_low = lower_receives(low.first, bytes_of(low), bytes_of(high));
        int a = holder[std::size_t(low.first)], b = holder[std::size_t(high.first)];
        int to = to_low ? a : b, from = to_low ? b : a;
        auto &into = held[std::size_t(to)], &out = held[std::size_t(from)];
        into.insert(to_low ? into.end() : into.begin(), out.begin(), out.end());
        out.clear();
        ++sent[std::size_t(from)];
        auto n = double(bytes_of(to_low ? high : low));
        ready[std::size_t(to)] = std::max(ready[std::size_t(to)], ready[std::size_t(from)]) + n;
        holder[std::size_t(low.first)] = to;
    }
    void run()
    {
        for (int k = 0; k < merge_level::count(p); ++k)
            for (int v = 0; v < p; ++v) {
                merge_level at{v, p, k};
                if (at.leads() && at.lower() && at.other().count() > 0) merge(at.own(), at.other());
            }
    }
};

std::uint64_t any_size(std::mt19937& dice)
{
    auto kind = dice() % 4;
    return kind == 0 ? 0 : kind == 1 ? dice() % 10 : kind == 2 ? dice() % 1000 : dice() % 100000;
}

TEST(merge_tree, delivers_every_range_once_and_in_linear_time)
{
    std::mt19937 dice(tree_seed);
    for (int p = 1; p <= 64; ++p)
        for (int run = 0; run < 40; ++run) {
            std::vector<std::uint64_t> sizes;
            for (int r = 0; r < p; ++r) sizes.push_back(any_size(dice));
            merging m(sizes);
            m.run();
            std::vector<int> all;
            for (int r = 0; r < p; ++r) all.push_back(r);
            ASSERT_EQ(m.held[0], all) << p << ", seed " << tree_seed;
            for (int r = 0; r < p; ++r) ASSERT_EQ(m.sent[std::size_t(r)], r > 0) << r << " of " << p;
            ASSERT_LE(m.ready[0], 2 * double(m.bytes_of({1, p}))) << p << ", seed " << tree_seed;
        }
}

TEST(merge_tree, ranges_pair_up)
{
    for (int p = 1; p <= 70; ++p)
        for (int k = 0; k < merge_level::count(p); ++k)
            for (int v = 0; v < p; ++v) {
                merge_level at{v, p, k};
                ASSERT_TRUE(at.own().has(v));
                if (at.other().count() <= 0) continue;
                merge_level there{at.other().first, p, k};
                ASSERT_EQ(there.other(), at.own()) << v << " of " << p;
                ASSERT_TRUE(there.leads());
                ASSERT_NE(there.lower(), at.lower());
            }
}

} // namespace
} // namespace hocket
