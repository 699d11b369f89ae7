// SPDX-License-Identifier: BSD-3-Clause
#include "canonical.hpp"
#include "levels/lane_members.hpp"
#include "levels/layouts.hpp"
#include <set>

using namespace hocket;

namespace {

const std::string standard = "lanes(across=knomial,inside=then(scatter=knomial,allgather=circulant))";

} // namespace

TEST(Lanes, RightOnAnyLayoutFromAnyRoot)
{
    for (auto* spec : {"lanes", "lanes:leaders=1", "lanes:leaders=2:segment=192", "lanes(across=chain):segment=64",
                       "lanes(inside=then(scatter=knomial:k=4,allgather=ring)):leaders=3"})
        for (int p : {1, 2, 3, 5, 8, 13, 19}) expect_right_everywhere(spec, p);
}

// Every rank of a node has one place; the root is on a lane; no lane meets a rank twice.
TEST(Lanes, PlacesAreTheRanksOfANode)
{
    for (int p = 1; p <= 40; ++p)
        for (auto& where : placements(p))
            for (int root = 0; root < p; ++root) {
                lane_places at(where, root % 4, root);
                std::set<int> ranks;
                for (int node = 0; node < where.nodes(); ++node) {
                    int dealt = 0;
                    for (int lane = 0; lane < at.lanes; ++lane) dealt += at.followers(node, lane);
                    ASSERT_EQ(dealt, where.size_of(node));
                    for (int place = 0; place < where.size_of(node); ++place) {
                        ASSERT_EQ(at.swapped(node, at.swapped(node, place)), place);
                        ASSERT_EQ(where.node_of(at.rank(node, place)), node);
                        ranks.insert(at.rank(node, place));
                    }
                }
                ASSERT_EQ(int(ranks.size()), p);
                ASSERT_EQ(at.rank(where.node_of(root), at.root_lane()), root);
                ASSERT_LT(at.root_lane(), at.lanes);
            }
}

TEST(Lanes, AsManyAsTheSmallestNodeCanLend)
{
    EXPECT_EQ(lane_places::count(layout::block(10, 4), 0), 2);
    EXPECT_EQ(lane_places::count(layout::block(10, 4), 7), 2);
    EXPECT_EQ(lane_places::count(layout::block(12, 4), 3), 3);
    EXPECT_EQ(lane_places::count(layout::block(12, 4), 0), 4);
}

TEST(Lanes, PrintsAndRefuses)
{
    EXPECT_EQ(canonical("bcast", "lanes"), standard);
    EXPECT_EQ(canonical("bcast", "lanes(inside=then):leaders=0"),
              "lanes(across=knomial,inside=then(scatter=knomial,allgather=recursive-doubling))");
    EXPECT_EQ(canonical("bcast", "lanes:segment=8192:leaders=2"), standard + ":leaders=2:segment=8K");
    auto has = [](std::string_view spec, std::initializer_list<const char*> words) {
        for (auto* w : words)
            EXPECT_NE(canonical("bcast", spec).find(w), std::string::npos)
                << canonical("bcast", spec) << " lacks " << w;
    };
    has("lanes(inside=knomial)", {"mistake", "knomial", "part inside", "then(scatter="});
    has("lanes(across=native)", {"mistake", "native", "part across", "valid: knomial"});
    has("lanes(across=levels)", {"mistake", "levels", "part across"});
    has("lanes(across=lanes)", {"mistake", "lanes", "part across"});
    has("lanes(socket=flat)", {"mistake", "\"socket\"", "valid: across, inside"});
}

// All lanes at once: on regular nodes a vector crosses the network in the time of one block.
TEST(Lanes, DeclaresWhatItTakes)
{
    for (auto& where : {layout::block(64, 16), layout::block(30, 6), layout::block(31, 8), layout::cyclic(24, 4)})
        for (auto* parameters : {"", ":leaders=2", ":segment=1K", ":leaders=3:segment=2K"}) {
            auto rounds = rounds_of(std::string("lanes") + parameters, where, 30 << 10);
            EXPECT_EQ(rounds.declared, rounds.counted) << where.text() << parameters;
        }
    auto where = layout::block(64, 16);
    place network_only{&where, 1 << 20, {0, 0}, {0, 1}};
    auto bound = bind_algorithm("bcast", "lanes(across=chain)", network_only);
    EXPECT_EQ(bound->declared(network_only.as_problem()).finish, 3.0 * (1 << 20) / 16);
}
