// SPDX-License-Identifier: BSD-3-Clause
#include "levels/rooted_trial.hpp"
#include "shapes/merge_tree.hpp"

using namespace hocket;

namespace {

constexpr price rounds{1, 0}, in_bytes{0, 1};

using sizes_by_rank = std::vector<std::size_t>;

sizes_by_rank some_sizes(int p, int kind, std::mt19937& dice)
{
    sizes_by_rank sizes;
    for (int r = 0; r < p; ++r) {
        std::size_t zipf = 3000 / (1 + dice() % unsigned(p)), any = dice() % 2000;
        sizes.push_back(kind == 0 ? any : kind == 1 ? zipf : kind == 2 && dice() % 3 ? 0 : dice() % 9);
    }
    if (kind == 3) sizes[dice() % unsigned(p)] = 20000;
    return sizes;
}

const algorithm<rooted_blocks>& bound(std::string_view collective, const char* spec, bound_plan& into,
                                      const layout& where)
{
    into = *bind_algorithm(collective, std::string_view(spec), {&where, 1000});
    return into.as<rooted_blocks>();
}

} // namespace

TEST(RootedBine, RightForEveryNumberOfRanks)
{
    for (auto* collective : {"gather", "scatter"})
        for (int p = 1; p <= 70; ++p) {
            auto where = layout::block(p, p);
            bound_plan plan;
            auto& bine = bound(collective, "bine", plan, where);
            for (int root : {0, p / 2, p - 1})
                for (std::size_t m : {0, 5, 600}) {
                    seeded order(unsigned(p + root));
                    rooted_trial trial(collective, root, sizes_by_rank(std::size_t(p), m), 3);
                    auto wrong = trial.run(bine, order);
                    ASSERT_FALSE(wrong) << collective << " " << p << " " << root << ": " << wrong->detail;
                }
        }
}

TEST(RootedBine, DeclaresWhatItTakes)
{
    for (int p = 1; p <= 130; ++p)
        for (auto& unit : {rounds, in_bytes}) {
            auto where = layout::block(p, p);
            auto out = blocks_under("scatter", "bine", where, 100, unit);
            ASSERT_EQ(out.declared, out.counted) << p;
            auto in = blocks_under("gather", "bine", where, 100, unit);
            ASSERT_GE(in.declared, in.counted) << p;
            ASSERT_LE(in.declared, 1.25 * in.counted) << p;
        }
}

TEST(MergeTree, RightForAnySizes)
{
    constexpr unsigned seed = 4;
    std::mt19937 dice(seed);
    for (auto* collective : {"gatherv", "scatterv"})
        for (int p = 1; p <= 64; ++p) {
            auto where = layout::block(p, p);
            bound_plan plan;
            auto& tree = bound(collective, "merge-tree", plan, where);
            for (int kind = 0; kind < 4; ++kind) {
                seeded order(dice());
                auto sizes = some_sizes(p, kind, dice);
                rooted_trial trial(collective, int(dice() % unsigned(p)), sizes, 5);
                auto wrong = trial.run(tree, order);
                ASSERT_FALSE(wrong) << collective << " " << p << " ranks, sizes " << kind << ", seed " << seed << ": "
                                    << wrong->kind << ": " << wrong->detail;
            }
        }
}

TEST(MergeTree, OneRankThatIsWrongIsNamed)
{
    constexpr unsigned seed = 6;
    std::mt19937 dice(seed);
    for (auto* collective : {"gatherv", "scatterv"})
        for (int p = 2; p <= 40; ++p)
            for (int kind = 0; kind < 4; ++kind) {
                auto where = layout::block(p, p);
                bound_plan plan;
                auto& tree = bound(collective, "merge-tree", plan, where);
                auto sizes = some_sizes(p, kind, dice);
                int root = int(dice() % unsigned(p));
                rooted_trial trial(collective, root, sizes);
                trial.liar = (root + 1 + int(dice() % unsigned(p - 1))) % p;
                auto expected = sizes[std::size_t(trial.liar)];
                trial.has = dice() % 2 || expected == 0 ? expected + 1 + dice() % 100 : dice() % expected;
                seeded order(dice());
                auto wrong = trial.run(tree, order);
                ASSERT_TRUE(wrong) << collective << " " << p << " ranks, seed " << seed;
                EXPECT_EQ(wrong->detail, "rank " + std::to_string(trial.liar) + " has " + std::to_string(trial.has) +
                                             " bytes where the root expects " + std::to_string(expected));
            }
}

// Time at most twice the bytes that the root exchanges, and the notes, however the sizes are spread.
TEST(MergeTree, TakesLinearTime)
{
    constexpr unsigned seed = 5;
    std::mt19937 dice(seed);
    for (auto* collective : {"gatherv", "scatterv"})
        for (int p : {2, 3, 7, 16, 33, 64})
            for (int kind = 0; kind < 4; ++kind) {
                auto where = layout::block(p, p);
                bound_plan plan;
                auto& tree = bound(collective, "merge-tree", plan, where);
                rooted_trial trial(collective, 0, some_sizes(p, kind, dice));
                double all = 0, levels = merge_level::count(p);
                for (int r = 1; r < p; ++r) all += double(trial.sizes[std::size_t(r)]);
                clock_order clock(where, in_bytes, in_bytes);
                ASSERT_FALSE(trial.run(tree, clock));
                EXPECT_LE(clock.now(), 2 * all + 48 * levels)
                    << collective << p << " sizes " << kind << ", seed " << seed;
            }
}

TEST(MergeTree, DeclaresWhatEqualBlocksTake)
{
    for (auto* collective : {"gatherv", "scatterv"})
        for (int p = 1; p <= 70; ++p)
            for (auto& unit : {rounds, in_bytes}) {
                auto found = blocks_under(collective, "merge-tree", layout::block(p, p), 1000, unit);
                ASSERT_GE(found.declared, found.counted * (1 - 1e-9)) << collective << p;
                ASSERT_LE(found.declared, 1.25 * found.counted) << collective << p;
            }
}
