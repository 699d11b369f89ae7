// SPDX-License-Identifier: BSD-3-Clause
// Alltoalls over nodes, on any placement.
#include "levels/layouts.hpp"
#include "levels/message_order.hpp"
#include "world/block_counts.hpp"
#include "world/compare_costs.hpp"
#include "world/trials.hpp"
#include <set>

using namespace hocket;

namespace {

void expect_right(const std::string& collective, const std::string& spec, int p)
{
    auto counts = counts_names();
    std::erase(counts, "disagree");
    unsigned number = 0;
    for (auto& where : placements(p))
        for (std::size_t n : {0, 1, 24, 3000}) {
            auto bound = bind_algorithm(collective, std::string_view(spec), {&where, double(n) * p});
            ASSERT_TRUE(bound) << bound.error().what;
            named_layout named{where.text(), where};
            seeded order(++number);
            check_case c{&named, 0, n, collective == "alltoall" ? "" : counts[number % counts.size()], "seeded"};
            auto wrong = make_trial(collective, p, number)->run(*bound, c, order);
            ASSERT_FALSE(wrong) << collective << " " << spec << ", " << p << " ranks, " << where.text() << ", " << n
                                << " bytes " << c.counts << ": " << wrong->kind << ": " << wrong->detail;
        }
}

const std::vector<int> some_ranks{1, 2, 3, 5, 8, 13, 19};

struct order_of_ranks {
    std::vector<int> ranks;
    int first_of_own = -1, after_own = -1;
};
order_of_ranks listed(const message_order& by)
{
    order_of_ranks all;
    for (int m = 0; m < by.messages(); ++m) {
        if (m == by.own()) all.first_of_own = int(all.ranks.size());
        for (message_ranks at(by, m); !at.done(); at.next()) all.ranks.push_back(at.rank());
        if (m == by.own()) all.after_own = int(all.ranks.size());
    }
    return all;
}

class no_port final : public transport {
public:
    bool post(request&) override { return true; }
    void cancel(request&) noexcept override {}
    void disagree(const disagreement_of&) override {}
    bytes scratch(std::size_t) override { return {}; }
};

} // namespace

TEST(AlltoallOverNodes, RightOnAnyLayout)
{
    for (auto* spec : {"levels", "levels:leaders=0", "levels:leaders=2", "levels(across=bruck:k=4,inside=flat)",
                       "levels(across=circulant,release=flat):leaders=3", "lanes", "lanes:leaders=1", "lanes:leaders=3",
                       "lanes(across=bruck,inside=circulant)", "lanes(across=circulant,inside=bruck:k=8):leaders=2"})
        for (int p : some_ranks) expect_right("alltoall", spec, p);
}

TEST(AlltoallOverNodes, RightWithAnySizes)
{
    for (auto* spec : {"levels", "levels:leaders=0", "levels(inside=flat,release=flat):leaders=2",
                       "levels(across=two-phase-bruck):leaders=3", "lanes", "lanes:leaders=1", "lanes:leaders=3",
                       "lanes(across=two-phase-bruck,inside=two-phase-bruck:k=4)"})
        for (int p : some_ranks) expect_right(p % 2 ? "alltoallv" : "alltoallw", spec, p);
}

// Every rank once, and the own one in the own message.
TEST(AlltoallOverNodes, OrdersHoldEveryRank)
{
    no_port nowhere;
    for (int p : some_ranks)
        for (auto& where : placements(p))
            for (int me = 0; me < p; ++me)
                for (int lanes : {0, 1, 2}) {
                    lane_groups at(net(nowhere, me, p), where, lanes);
                    for (auto way : {message_order::by_node, message_order::by_lane, message_order::by_group}) {
                        auto all = listed({&at, way});
                        ASSERT_EQ(int(all.ranks.size()), p);
                        ASSERT_EQ(int(std::set(all.ranks.begin(), all.ranks.end()).size()), p);
                        auto own = std::ranges::find(all.ranks, me) - all.ranks.begin();
                        ASSERT_GE(own, all.first_of_own);
                        ASSERT_LT(own, all.after_own);
                    }
                }
}

TEST(AlltoallOverNodes, DeclareWhatTheClockCounts)
{
    check_options by;
    by.collectives = {"alltoall"};
    by.algorithms = {"levels(across=bruck)", "levels(across=circulant):leaders=2", "levels(across=bruck):leaders=0",
                     "lanes(across=bruck,inside=bruck)", "lanes(across=circulant,inside=circulant):leaders=2"};
    auto candidates = candidates_of(by);
    ASSERT_TRUE(candidates);
    for (auto& one : *candidates)
        for (int p : {2, 4, 8, 12, 16, 24, 32})
            for (std::size_t n : {1u, 64u})
                for (auto& row : compare_costs(one, p, n)) {
                    EXPECT_FALSE(row.wrong) << row.algorithm << " p=" << p;
                    EXPECT_NEAR(row.declared, row.counted, 1e-9 * row.counted)
                        << row.algorithm << " p=" << p << " " << row.what;
                }
}
