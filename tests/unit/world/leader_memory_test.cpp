// SPDX-License-Identifier: BSD-3-Clause
// What a leader takes of memory is bounded by its segment, whatever the ranks have.
#include "catalogue/catalogue.hpp"
#include "world/rooted_trial.hpp"
#include <gtest/gtest.h>

namespace hocket {
namespace {

std::size_t most_scratch(const std::string& collective, const std::string& spec, const char* counts, std::size_t mean)
{
    auto where = layout::block(24, 6);
    auto bound = bind_algorithm(collective, std::string_view(spec), {&where, 24.0 * double(mean)});
    EXPECT_TRUE(bound) << bound.error().what;
    auto c = make_rooted_case(collective, 24, 7, counts, mean, 5);
    rooted_trial trial(24);
    seeded by(3);
    auto wrong = trial.run(bound->as<rooted_blocks>(), c, by);
    EXPECT_FALSE(wrong) << spec << ", " << counts << ": " << wrong->detail;
    return trial.most_scratch();
}

TEST(LeaderMemory, IsBoundedByTheSegment)
{
    constexpr std::size_t segment = 16 << 10, small_lists = 4096;
    for (auto* collective : {"gatherv", "scatterv"})
        for (auto* name : {"levels", "hybrid"})
            for (auto* counts : {"equal", "random", "one-giant", "all-giant", "zipf", "zeros"})
                for (std::size_t mean : {64u, 9000u, 60000u}) {
                    auto spec = name + std::string(":segment=") + std::to_string(segment);
                    EXPECT_LE(most_scratch(collective, spec, counts, mean), 2 * segment + 8 * 6 + small_lists)
                        << collective << " " << spec << " " << counts << " " << mean;
                }
}

TEST(LeaderMemory, OfAKnomialTreeIsNot)
{
    EXPECT_GT(most_scratch("gatherv", "knomial", "all-giant", 9000), 24u * 9000);
}

} // namespace
} // namespace hocket
