// SPDX-License-Identifier: BSD-3-Clause
#include "shapes/node_timetable.hpp"
#include <gtest/gtest.h>
#include <random>
#include <set>
#include <utility>
#include <vector>

namespace hocket {
namespace {

struct sizes_in {
    const std::vector<int>* all;
    int operator()(int node) const { return (*all)[std::size_t(node)]; }
};
using turns = turns_of_lane<sizes_in>;

turns of_lane(const std::vector<int>& sizes, int node, int lane, bool in_twos)
{
    return {node_timetable<sizes_in>(int(sizes.size()), node, in_twos, sizes_in{&sizes}), lane};
}

// At most so many ranks in all, on nodes of 1 to `widest`.
std::vector<int> random_nodes(int ranks, int widest, unsigned seed)
{
    std::mt19937 dice(seed);
    std::vector<int> sizes;
    for (int left = ranks; left > 0; left -= sizes.back())
        sizes.push_back(std::min(left, 1 + int(dice() % unsigned(widest))));
    return sizes;
}

// Nodes alike, and of any sizes.
std::vector<std::vector<int>> placements(int ranks)
{
    std::vector<std::vector<int>> all{std::vector<int>(std::size_t(ranks), 1), {ranks}};
    if (ranks % 4 == 0) all.push_back(std::vector<int>(std::size_t(ranks / 4), 4));
    for (int widest : {3, 8, 40}) all.push_back(random_nodes(ranks, widest, unsigned(ranks * widest)));
    return all;
}

// One swap as one of the two nodes sees it, and its number on the other node.
struct half {
    int node = -1, lane = -1, with_node = -1, with_lane = -1;
    std::size_t twin = 0;
};
using node_turns = std::vector<half>; // of a node, by number

struct numbered_turns {
    std::vector<node_turns> of_node;
    std::vector<int> first; // rank of a node
    int ranks = 0;
    std::vector<std::int64_t> number; // of the swap that one rank has with another, on the node of the former

    std::int64_t& at(int node, int lane, int with_node, int with_lane)
    {
        auto me = std::size_t(first[std::size_t(node)] + lane);
        return number[me * std::size_t(ranks) + std::size_t(first[std::size_t(with_node)] + with_lane)];
    }
};

// Every number of a node is one lane's, every rank meets every rank of the other nodes once, and these meet it.
numbered_turns all_turns(const std::vector<int>& sizes, bool in_twos)
{
    numbered_turns all;
    for (int n : sizes) all.first.push_back(all.ranks), all.ranks += n;
    all.number.assign(std::size_t(all.ranks) * std::size_t(all.ranks), -1);
    for (int node = 0; node < int(sizes.size()); ++node) {
        auto own = std::size_t(sizes[std::size_t(node)]);
        auto& mine = all.of_node.emplace_back(own * (std::size_t(all.ranks) - own));
        for (int lane = 0; lane < int(own); ++lane) {
            auto walk = of_lane(sizes, node, lane, in_twos);
            std::int64_t last = -1;
            for (turns::turn now; walk.next(&now); last = now.number) {
                EXPECT_LT(last, now.number);
                EXPECT_NE(now.node, node);
                auto& t = mine.at(std::size_t(now.number));
                EXPECT_EQ(t.node, -1) << "a number twice";
                t = {node, lane, now.node, now.lane, 0};
                EXPECT_EQ(std::exchange(all.at(node, lane, now.node, now.lane), now.number), -1) << "a pair twice";
            }
        }
    }
    for (auto& node : all.of_node)
        for (auto& t : node) {
            EXPECT_GE(t.node, 0) << "a number that nobody has";
            auto twin = all.at(t.with_node, t.with_lane, t.node, t.lane);
            EXPECT_GE(twin, 0) << "one that is not met by its partner";
            t.twin = std::size_t(twin);
        }
    return all;
}

TEST(NodeTimetable, EveryPairOfRanksOnTwoNodesMeetsOnce)
{
    for (int ranks = 1; ranks <= 256; ++ranks)
        for (auto& sizes : placements(ranks)) {
            for (bool in_twos : {false, true}) all_turns(sizes, in_twos);
            ASSERT_FALSE(testing::Test::HasFailure()) << ranks << " ranks on " << sizes.size() << " nodes";
        }
}

TEST(NodeTimetable, NoLaneIsTwiceAmongTheTurnsOfASlot)
{
    for (auto& sizes : {std::vector<int>{4, 4, 4, 4, 4}, {3, 7}, {7, 3}, {1, 9, 4, 4}})
        for (auto& node : all_turns(sizes, false).of_node)
            for (std::size_t first = 0; first < node.size();) {
                std::set<int> lanes, peers;
                auto other = node[first].with_node;
                auto slot = std::size_t(std::min(sizes[std::size_t(node[first].node)], sizes[std::size_t(other)]));
                for (std::size_t i = 0; i < slot; ++i, ++first) {
                    ASSERT_EQ(node[first].with_node, other);
                    ASSERT_TRUE(lanes.insert(node[first].lane).second);
                    ASSERT_TRUE(peers.insert(node[first].with_lane).second);
                }
            }
}

TEST(NodeTimetable, FindsWhoseTurnItIsBeforeAndAfter)
{
    for (auto& sizes :
         {std::vector<int>{4, 4, 4}, {3, 7, 1, 1}, {3, 7, 1, 1, 5}, {9}, {1, 1}, {1, 1, 1}, {6, 1, 1, 1}}) {
        bool in_twos = sizes.size() % 2 == 0;
        auto all = all_turns(sizes, in_twos).of_node;
        for (int node = 0; node < int(sizes.size()); ++node)
            for (int lane = 0; lane < sizes[std::size_t(node)]; ++lane) {
                auto walk = of_lane(sizes, node, lane, in_twos);
                auto count = std::int64_t(all[std::size_t(node)].size());
                for (turns::turn now; walk.next(&now);)
                    for (std::int64_t away : {-9, -4, -3, -2, -1, 0, 1, 2, 3, 4, 9}) {
                        auto i = now.number + away;
                        bool there = 0 <= i && i < count;
                        ASSERT_EQ(walk.lane_at(i), there ? all[std::size_t(node)][std::size_t(i)].lane : -1);
                    }
            }
    }
}

// Swaps end in a random order; one can begin as soon as on both nodes the swap w numbers before it has ended.
class play {
public:
    play(const std::vector<node_turns>& all, int w, unsigned seed)
        : all_(all), w_(std::size_t(w)), dice_(seed), busy_(all.size())
    {
        for (auto& node : all) ended_.emplace_back(node.size(), false), begun_.push_back(ended_.back());
    }
    // Ends all swaps that can ever begin; how many never could.
    std::size_t run()
    {
        for (std::size_t node = 0; node < all_.size(); ++node)
            for (std::size_t i = 0; i < std::min(w_, all_[node].size()); ++i) begin(node, i);
        while (!open_.empty()) {
            std::swap(open_[dice_() % open_.size()], open_.back());
            auto [node, i] = open_.back();
            open_.pop_back();
            end(node, i, all_[node][i]);
        }
        std::size_t left = 0;
        for (auto& node : ended_) left += std::size_t(std::ranges::count(node, false));
        return left;
    }
    int most() const { return most_; } // under way on one node

private:
    bool may(std::size_t node, std::size_t i) const { return i < w_ || ended_[node][i - w_]; }
    void begin(std::size_t node, std::size_t i)
    {
        auto& t = all_[node][i];
        auto other = std::size_t(t.with_node);
        if (!may(node, i) || !may(other, t.twin) || begun_[node][i]) return;
        begun_[node][i] = begun_[other][t.twin] = true;
        most_ = std::max({most_, ++busy_[node], ++busy_[other]});
        open_.emplace_back(node, i);
    }
    void end(std::size_t node, std::size_t i, const half& t)
    {
        auto other = std::size_t(t.with_node);
        --busy_[node], --busy_[other];
        ended_[node][i] = ended_[other][t.twin] = true;
        if (i + w_ < all_[node].size()) begin(node, i + w_);
        if (t.twin + w_ < all_[other].size()) begin(other, t.twin + w_);
    }

    const std::vector<node_turns>& all_;
    std::size_t w_;
    std::mt19937 dice_;
    std::vector<int> busy_;
    std::vector<std::vector<bool>> ended_, begun_;
    std::vector<std::pair<std::size_t, std::size_t>> open_;
    int most_ = 0;
};

TEST(NodeTimetable, NeverMoreFlowsThanAllowedAndNobodyWaitsInACircle)
{
    const int flows[] = {1, 2, 3, 4, 8};
    for (int ranks = 1; ranks <= 256; ++ranks)
        for (auto& sizes : placements(ranks))
            for (int k = 0; k < (ranks < 40 ? 5 : 1); ++k) {
                int w = flows[(ranks + k) % 5];
                auto all = all_turns(sizes, w > 1 && (ranks + k) % 3 > 0).of_node;
                play game(all, w, unsigned(ranks + w));
                ASSERT_EQ(game.run(), 0u) << ranks << " ranks on " << sizes.size() << " nodes, " << w << " flows";
                ASSERT_LE(game.most(), w);
            }
}

} // namespace
} // namespace hocket
