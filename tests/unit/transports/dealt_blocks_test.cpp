// SPDX-License-Identifier: BSD-3-Clause
// The algorithms of deals, with data, on memory that keeps little order.
#include "algorithms/alltoall/shm.hpp"
#include "algorithms/reduce_scatter/shm.hpp"
#include "algorithms/scatter/shm.hpp"
#include "transports/dealt_rounds.hpp"

namespace hocket {
namespace {

struct exchange {
    std::vector<std::size_t> offsets;
    bool split_out, split_in;
    std::vector<memory> out, in; // by rank

    laid_blocks sent(int rank) { return {out[std::size_t(rank)], offsets, split_out}; }
    laid_blocks got(int rank) { return {in[std::size_t(rank)], offsets, split_in}; }
};

exchange random_exchange(int ranks, std::mt19937_64& dice)
{
    auto each = dice() % 4 ? dice() % 60 : dice() % 700;
    if (dice() % 8 == 0) each = 0;
    exchange one{equal_offsets(ranks, each), dice() % 2 == 0, dice() % 2 == 0, {}, {}};
    for (int r = 0; r < ranks; ++r) {
        one.out.push_back(random_bytes(2 * one.offsets.back(), dice));
        one.in.emplace_back(2 * one.offsets.back());
    }
    return one;
}

task run_exchange(net on, exchange& one)
{
    auto out = one.sent(on.rank()), in = one.got(on.rank());
    alltoall::shm how;
    exchanged_blocks data{&out, &in, one.offsets[1]};
    co_await alltoall::shm::run(how, on, data);
}

TEST(DealtBlocks, OfAnAlltoallComeThroughMemoryThatKeepsLittleOrder)
{
    play_rounds(random_exchange, run_exchange, expect_exchanged<exchange>);
}

// Two bytes stand for x -> a x + b, and who comes first for what is done first.
void follow_one_another(const reduction&, bytes out, cbytes low, cbytes high)
{
    for (std::size_t i = 0; i + 1 < out.size(); i += 2) {
        int a = int(low[i]), b = int(low[i + 1]), then = int(high[i]), more = int(high[i + 1]);
        out[i] = std::byte(a * then);
        out[i + 1] = std::byte(then * b + more);
    }
}
const reduction in_order{follow_one_another, 2, false};

struct sum {
    std::vector<std::size_t> offsets;
    bool in_place;
    std::vector<memory> mine, results; // by rank
    memory wanted;

    bytes result(int rank)
    {
        block_cut by(offsets);
        auto i = std::size_t(rank);
        return in_place ? bytes(mine[i]).subspan(by.offset(rank), by.length(rank)) : bytes(results[i]);
    }
};

sum random_sum(int ranks, std::mt19937_64& dice)
{
    sum one{random_offsets(ranks, 2, dice), dice() % 2 == 0, {}, {}, {}};
    for (int r = 0; r < ranks; ++r) {
        auto operand = random_bytes(one.offsets.back(), dice);
        if (r == 0) one.wanted = operand;
        else follow_one_another(in_order, one.wanted, one.wanted, operand);
        one.mine.push_back(std::move(operand));
        one.results.emplace_back(block_cut(one.offsets).length(r));
    }
    return one;
}

task run_sum(net on, sum& one)
{
    reduce_scatter::shm how;
    scattered_operands data{one.mine[std::size_t(on.rank())], one.result(on.rank()), block_cut(one.offsets), &in_order};
    co_await reduce_scatter::shm::run(how, on, data);
}

void expect_summed(sum& one)
{
    for (int r = 0; r < int(one.mine.size()); ++r) {
        auto got = one.result(r), wanted = bytes(one.wanted).subspan(one.offsets[std::size_t(r)], got.size());
        ASSERT_EQ(memory(got.begin(), got.end()), memory(wanted.begin(), wanted.end())) << "rank " << r;
    }
}

TEST(DealtBlocks, AreSummedInRankOrderThoughOneIsLongAndSomeAreEmpty)
{
    play_rounds(random_sum, run_sum, expect_summed);
}

task run_handout(net on, handout& one)
{
    auto from_root = on.rooted(one.root);
    int me = from_root.rank();
    cut_sizes sizes{block_cut(one.offsets)};
    auto places = one.blocks();
    scatter::shm how;
    rooted_blocks data{me > 0 ? bytes(one.got[std::size_t(me)]) : bytes(), &sizes};
    if (me == 0) data.places = &places;
    co_await scatter::shm::run(how, from_root, data);
}

TEST(DealtBlocks, OfAScatterComeThroughMemoryThatKeepsLittleOrder)
{
    play_rounds(random_handout, run_handout, expect_handed_out);
}

} // namespace
} // namespace hocket
