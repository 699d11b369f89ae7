// SPDX-License-Identifier: BSD-3-Clause
// Blocks of random lengths, and rounds in which an algorithm of deals moves them on memory that keeps little order.
#pragma once
#include "algorithms/places.hpp"
#include "transports/delayed_node.hpp"
#include <gtest/gtest.h>

namespace hocket {

using memory = std::vector<std::byte>;

// Blocks in a row, or each in two pieces that lie far apart.
class laid_blocks final : public block_places {
public:
    laid_blocks(bytes all, std::span<const std::size_t> offsets, bool split) : all_(all), by_(offsets), split_(split) {}
    std::size_t of(int first, int last) const override { return by_.offset(last) - by_.offset(first); }
    int pieces(int first, int last, bytes* into, int room) const override
    {
        int found = 0;
        for (int i = first; i < last; ++i) {
            auto n = by_.length(i), half = split_ ? n / 2 : n, at = by_.offset(i);
            for (auto part : {all_.subspan(at, half), all_.subspan(by_.total() + at + half, n - half)})
                if (!part.empty() && found++ < room) into[found - 1] = part;
        }
        return found;
    }
    memory block(int i) const
    {
        bytes parts[2];
        memory all;
        for (auto& part : std::span(parts).first(std::size_t(pieces(i, i + 1, parts, 2))))
            all.insert(all.end(), part.begin(), part.end());
        return all;
    }

private:
    bytes all_;
    block_cut by_;
    bool split_;
};

inline memory random_bytes(std::size_t n, std::mt19937_64& dice)
{
    memory all(n);
    for (auto& b : all) b = std::byte(dice());
    return all;
}

// Of blocks of whole elements: many are empty, and one may be longer than all others together.
inline std::vector<std::size_t> random_offsets(int ranks, std::size_t element, std::mt19937_64& dice)
{
    std::vector<std::size_t> at{0};
    int giant = int(dice() % (2 * std::size_t(ranks)));
    for (int r = 0; r < ranks; ++r) {
        auto n = r == giant ? dice() % 1200 : dice() % 3 ? dice() % 40 : 0;
        at.push_back(at.back() + n * element);
    }
    return at;
}

inline std::vector<std::size_t> equal_offsets(int ranks, std::size_t each)
{
    std::vector<std::size_t> at;
    for (int r = 0; r <= ranks; ++r) at.push_back(std::size_t(r) * each);
    return at;
}

// Plays several rounds of each seed: prepare(ranks, dice) makes one, run(net, round) is what a rank does in it, and
// expect(round) looks at what came. What is over 1600 bytes, 100 for two ranks, goes as messages.
template <class Prepare, class Run, class Expect> void play_rounds(Prepare prepare, Run run, Expect expect)
{
    int heard = 0, received = 0;
    for (unsigned seed = 1; seed <= 100; ++seed) {
        SCOPED_TRACE(seed);
        std::mt19937_64 dice(seed);
        area_shape shape{.ranks = 2 + int(dice() % 4), .cell = 64, .tell = 100};
        delayed_node node(shape, seed, dice() % 100);
        std::vector<decltype(prepare(shape.ranks, dice))> rounds;
        for (int i = 0; i < 12; ++i) rounds.push_back(prepare(shape.ranks, dice));
        ASSERT_TRUE(node.run([&](net on) -> task {
            for (auto& one : rounds) co_await run(on, one);
        }));
        for (auto& one : rounds) expect(one);
        for (int r = 0; r < shape.ranks; ++r) heard += node.port(r).heard(), received += node.port(r).received();
    }
    EXPECT_GT(heard, 1000) << "parts of deals";
    EXPECT_GT(received, 100) << "messages";
}

template <class Exchange> void expect_exchanged(Exchange& one)
{
    int p = int(one.out.size());
    for (int to = 0; to < p; ++to)
        for (int from = 0; from < p; ++from) {
            if (from == to) continue;
            ASSERT_EQ(one.got(to).block(from), one.sent(from).block(to)) << to << " of " << from;
        }
}

struct handout {
    int root;
    std::vector<std::size_t> offsets; // by rank from the root on
    bool split;
    memory all;
    std::vector<memory> got; // as well

    laid_blocks blocks() { return {all, offsets, split}; }
};

inline handout random_handout(int ranks, std::mt19937_64& dice)
{
    auto offsets = dice() % 2 ? random_offsets(ranks, 1, dice) : equal_offsets(ranks, dice() % 3 * (dice() % 300));
    handout one{int(dice() % std::size_t(ranks)), offsets, dice() % 2 == 0, random_bytes(2 * offsets.back(), dice), {}};
    for (int r = 0; r < ranks; ++r) one.got.emplace_back(block_cut(one.offsets).length(r));
    return one;
}

inline void expect_handed_out(handout& one)
{
    for (int i = 1; i < int(one.got.size()); ++i)
        ASSERT_EQ(one.got[std::size_t(i)], one.blocks().block(i)) << i << " from the root on";
}

} // namespace hocket
