// SPDX-License-Identifier: BSD-3-Clause
// Alltoalls in which blocks pass through other ranks: what that costs, and what ranks hold of others meanwhile.
#include "world/clock.hpp"
#include "world/compare_costs.hpp"
#include "world/placed_blocks.hpp"
#include "world/world.hpp"
#include <gtest/gtest.h>
#include <numeric>

namespace hocket {
namespace {

using table = std::vector<std::vector<std::size_t>>; // bytes from each rank to each

// One run of an alltoallv of blocks that lie one behind the other.
class exchange {
public:
    explicit exchange(table sizes) : sizes_(std::move(sizes)), ranks_(sizes_.size())
    {
        for (std::size_t r = 0; r < ranks_.size(); ++r) {
            std::vector<std::size_t> comes;
            for (auto& row : sizes_) comes.push_back(row[r]);
            ranks_[r].out.lay(sizes_[r]), ranks_[r].in.lay(comes);
        }
    }
    counts run(const char* spec)
    {
        int p = int(ranks_.size());
        auto where = layout::block(p, 1);
        auto bound = bind_algorithm("alltoallv", std::string_view(spec), {&where, 1});
        clock_order clock(where, {1, 0}, {1, 0});
        auto wrong = world_.run(clock, [&](net on) {
            auto& mine = ranks_[std::size_t(on.rank())];
            return bound->as<exchanged_blocks>().start(on, {&*mine.out.places, &*mine.in.places, {}});
        });
        trouble_ = wrong ? wrong->kind + ": " + wrong->detail : "";
        return clock.counted();
    }
    const std::string& what_is_wrong() const { return trouble_; }
    std::size_t scratch_of(int rank) const { return world_.scratch_of(rank); }
    // The caller of `rank` expects other sizes than it is sent.
    void expect(int rank, int from, std::size_t n)
    {
        auto& in = ranks_[std::size_t(rank)].in;
        in.sizes[std::size_t(from)] = n;
        in.lay(in.sizes);
    }

private:
    struct side {
        std::vector<std::size_t> sizes, starts;
        std::vector<std::byte> memory;
        std::optional<placed_blocks> places;
        void lay(std::vector<std::size_t> by)
        {
            sizes = std::move(by);
            starts.assign(sizes.size(), 0);
            std::exclusive_scan(sizes.begin(), sizes.end(), starts.begin(), std::size_t(0));
            memory.resize(starts.back() + sizes.back());
            places.emplace(bytes(memory), sizes, starts, 0);
        }
    };
    struct rank_data {
        side out, in;
    };
    table sizes_;
    std::vector<rank_data> ranks_;
    world world_{int(sizes_.size())};
    std::string trouble_;
};

table nothing_for(int p)
{
    return table(std::size_t(p), std::vector<std::size_t>(std::size_t(p)));
}

TEST(AlltoallHops, DeclareWhatTheClockCounts)
{
    check_options by;
    by.collectives = {"alltoall"};
    by.algorithms = {"bruck", "bruck:k=3", "bruck:k=4", "bruck:k=16", "bruck:k=128", "circulant"};
    auto candidates = candidates_of(by);
    ASSERT_TRUE(candidates);
    long rows = 0;
    for (auto& one : *candidates)
        for (int p : {2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 15, 16, 17, 19, 27, 32, 33, 40})
            for (std::size_t n : {1u, 64u})
                for (auto& row : compare_costs(one, p, n)) {
                    ++rows;
                    EXPECT_FALSE(row.wrong) << row.algorithm << " p=" << p;
                    EXPECT_NEAR(row.declared, row.counted, 1e-9 * row.counted)
                        << row.algorithm << " p=" << p << " " << row.what;
                }
    EXPECT_GT(rows, 400);
}

// Eight bytes a message, and then only what there is: a list entry and the block, in every step on its way.
TEST(AlltoallHops, SparsePatternsCostWhatTheyCarry)
{
    auto sizes = nothing_for(32);
    auto empty = exchange(sizes).run("two-phase-bruck");
    EXPECT_EQ(empty.total[between_nodes].messages, 32 * 5);
    EXPECT_EQ(empty.total[between_nodes].bytes, 32 * 5 * 8);
    sizes[3][3 + 21] = 1000; // 21 = 16 + 4 + 1
    auto one = exchange(sizes).run("two-phase-bruck");
    EXPECT_EQ(one.total[between_nodes].messages, 32 * 5 + 3 * 2);
    EXPECT_EQ(one.total[between_nodes].bytes, 32 * 5 * 8 + 3 * (16 + 1000));
    EXPECT_EQ(one.most_sent.bytes, 5 * 8 + 16 + 1000);
}

// Rank 19 passes on the block that goes from rank 3 to rank 24; it holds nothing else of others.
TEST(AlltoallHops, RanksHoldWhatPassesThem)
{
    auto sizes = nothing_for(32);
    exchange nothing(sizes);
    nothing.run("two-phase-bruck");
    sizes[3][3 + 21] = 1'000'000;
    exchange one(sizes);
    one.run("two-phase-bruck");
    auto small_lists = std::size_t(1024);
    EXPECT_GE(one.scratch_of(19), 1'000'000u);
    EXPECT_LE(one.scratch_of(19), 1'000'000 + nothing.scratch_of(19) + small_lists);
    EXPECT_LE(one.scratch_of(24), nothing.scratch_of(24) + small_lists) << "it lands where it belongs";
    EXPECT_LE(one.scratch_of(7), nothing.scratch_of(7) + small_lists);
}

TEST(AlltoallHops, SizesThatDoNotFitAreNamed)
{
    for (std::size_t expected : {0u, 100u, 2000u}) {
        auto sizes = nothing_for(7);
        sizes[2][6] = 1000;
        exchange wrong(sizes);
        wrong.expect(6, 2, expected);
        wrong.run("two-phase-bruck");
        auto words = "rank 2 has 1000 bytes where the root expects " + std::to_string(expected);
        EXPECT_NE(wrong.what_is_wrong().find(words), std::string::npos) << wrong.what_is_wrong();
    }
    exchange missing(nothing_for(7));
    missing.expect(6, 2, 50);
    missing.run("two-phase-bruck");
    EXPECT_NE(missing.what_is_wrong().find("rank 2 has 0 bytes where the root expects 50"), std::string::npos);
}

} // namespace
} // namespace hocket
