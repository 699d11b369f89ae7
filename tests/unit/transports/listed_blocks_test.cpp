// SPDX-License-Identifier: BSD-3-Clause
// Deals whose parts only pairs know the lengths of, and what is over a limit beside them as messages, on memory that
// keeps little order.
#include "algorithms/alltoall/shm_by_pair.hpp"
#include "algorithms/scatter/shm_by_pair.hpp"
#include "transports/dealt_rounds.hpp"

namespace hocket {
namespace {

// Every pair has its own size, which nobody else knows; a third of the blocks of some rounds is long.
struct vector_exchange {
    std::vector<std::vector<std::size_t>> out_offsets, in_offsets; // by rank
    bool split_out, split_in;
    std::vector<memory> out, in; // by rank

    laid_blocks sent(int rank)
    {
        auto r = std::size_t(rank);
        return {out[r], out_offsets[r], split_out};
    }
    laid_blocks got(int rank)
    {
        auto r = std::size_t(rank);
        return {in[r], in_offsets[r], split_in};
    }
};

vector_exchange random_vectors(int ranks, std::mt19937_64& dice)
{
    vector_exchange one{{}, {}, dice() % 2 == 0, dice() % 2 == 0, {}, {}};
    bool some_long = dice() % 2;
    std::vector<std::size_t> sizes(std::size_t(ranks * ranks)); // by sender and receiver
    for (auto& n : sizes) n = some_long && dice() % 3 == 0 ? dice() % 900 : dice() % 3 ? dice() % 60 : 0;
    for (int r = 0; r < ranks; ++r) {
        std::vector<std::size_t> from{0}, to{0};
        for (int i = 0; i < ranks; ++i) {
            to.push_back(to.back() + sizes[std::size_t(r * ranks + i)]);
            from.push_back(from.back() + sizes[std::size_t(i * ranks + r)]);
        }
        one.out.push_back(random_bytes(2 * to.back(), dice));
        one.in.emplace_back(2 * from.back());
        one.out_offsets.push_back(to);
        one.in_offsets.push_back(from);
    }
    return one;
}

task run_vectors(net on, vector_exchange& one)
{
    auto out = one.sent(on.rank()), in = one.got(on.rank());
    exchanged_blocks data{&out, &in, std::nullopt};
    co_await alltoall::shm_by_pair::run({.most = 200}, on, data);
}

TEST(ListedBlocks, OfAnAlltoallvAreDealtAndLongOnesAreMessages)
{
    play_rounds(random_vectors, run_vectors, expect_exchanged<vector_exchange>);
}

// As in a scatterv only the root knows all sizes.
task run_listed_handout(net on, handout& one)
{
    auto from_root = on.rooted(one.root);
    int me = from_root.rank();
    auto places = one.blocks();
    rooted_blocks data{me > 0 ? bytes(one.got[std::size_t(me)]) : bytes()};
    if (me == 0) data.places = &places;
    co_await scatter::shm_by_pair::run({.most = 200}, from_root, data);
}

TEST(ListedBlocks, OfAScattervAreDealtAndLongOnesAreMessages)
{
    play_rounds(random_handout, run_listed_handout, expect_handed_out);
}

// A pair that disagrees about a block is told so, whichever of the two takes it for a long one.
TEST(ListedBlocks, OfAnotherLengthThanTheirReceiverExpectsAreAnError)
{
    for (auto [sent, expected] :
         {std::pair<std::size_t, std::size_t>{40, 41}, {40, 0}, {0, 40}, {40, 300}, {300, 40}}) {
        area_shape shape{.ranks = 3, .cell = 64, .tell = 100};
        delayed_node node(shape, 1, 50);
        std::vector<memory> mine(3, memory(expected));
        std::vector<std::size_t> offsets{0, 0, sent, sent};
        memory all(2 * sent);
        laid_blocks places(all, offsets, false);
        bool ended = node.run([&](net on) -> task {
            rooted_blocks data{on.rank() == 1 ? bytes(mine[1]) : bytes()};
            if (on.rank() == 0) data.places = &places;
            co_await scatter::shm_by_pair::run({.most = 200}, on, data);
        });
        EXPECT_FALSE(ended);
        EXPECT_TRUE(node.failed(1)) << sent << " instead of " << expected;
    }
}

} // namespace
} // namespace hocket
