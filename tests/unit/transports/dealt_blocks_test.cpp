// SPDX-License-Identifier: BSD-3-Clause
// The algorithms of deals, with data, on memory that keeps little order.
#include "algorithms/alltoall/shm.hpp"
#include "algorithms/places.hpp"
#include "algorithms/reduce_scatter/shm.hpp"
#include "algorithms/scatter/shm.hpp"
#include "transports/delayed_node.hpp"
#include <gtest/gtest.h>

namespace hocket {
namespace {

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

memory random_bytes(std::size_t n, std::mt19937_64& dice)
{
    memory all(n);
    for (auto& b : all) b = std::byte(dice());
    return all;
}

// Of blocks of whole elements: many are empty, and one may be longer than all others together.
std::vector<std::size_t> random_offsets(int ranks, std::size_t element, std::mt19937_64& dice)
{
    std::vector<std::size_t> at{0};
    int giant = int(dice() % (2 * std::size_t(ranks)));
    for (int r = 0; r < ranks; ++r) {
        auto n = r == giant ? dice() % 1200 : dice() % 3 ? dice() % 40 : 0;
        at.push_back(at.back() + n * element);
    }
    return at;
}

std::vector<std::size_t> equal_offsets(int ranks, std::size_t each)
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

void expect_exchanged(exchange& one)
{
    int p = int(one.out.size());
    for (int to = 0; to < p; ++to)
        for (int from = 0; from < p; ++from) {
            if (from == to) continue;
            ASSERT_EQ(one.got(to).block(from), one.sent(from).block(to)) << to << " of " << from;
        }
}

TEST(DealtBlocks, OfAnAlltoallComeThroughMemoryThatKeepsLittleOrder)
{
    play_rounds(random_exchange, run_exchange, expect_exchanged);
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

struct handout {
    int root;
    std::vector<std::size_t> offsets; // by rank from the root on
    bool split;
    memory all;
    std::vector<memory> got; // as well

    laid_blocks blocks() { return {all, offsets, split}; }
};

handout random_handout(int ranks, std::mt19937_64& dice)
{
    auto offsets = dice() % 2 ? random_offsets(ranks, 1, dice) : equal_offsets(ranks, dice() % 3 * (dice() % 300));
    handout one{int(dice() % std::size_t(ranks)), offsets, dice() % 2 == 0, random_bytes(2 * offsets.back(), dice), {}};
    for (int r = 0; r < ranks; ++r) one.got.emplace_back(block_cut(one.offsets).length(r));
    return one;
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

void expect_handed_out(handout& one)
{
    for (int i = 1; i < int(one.got.size()); ++i)
        ASSERT_EQ(one.got[std::size_t(i)], one.blocks().block(i)) << i << " from the root on";
}

TEST(DealtBlocks, OfAScatterComeThroughMemoryThatKeepsLittleOrder)
{
    play_rounds(random_handout, run_handout, expect_handed_out);
}

} // namespace
} // namespace hocket
