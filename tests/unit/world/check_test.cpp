// SPDX-License-Identifier: BSD-3-Clause
// The checker passes what is right and catches what is wrong, each by its right name.
#include "async/group.hpp"
#include "world/check.hpp"
#include "world/compare_costs.hpp"
#include <gtest/gtest.h>
#include <set>

namespace hocket {
namespace {

using start_function = task (*)(net, bytes);

// A broadcast by one function, with a declared cost of so many messages one after the other.
class toy final : public bcast_algorithm {
public:
    toy(start_function how, double steps_per_rank) : how_(how), steps_per_rank_(steps_per_rank) {}
    task start(net on, bytes data) const override { return how_(on, data); }
    cost declared(const problem& of) const override
    {
        return {steps_per_rank_ * (of.ranks - 1) * of.message(of.bytes), 0, 0};
    }

private:
    start_function how_;
    double steps_per_rank_;
};

candidate candidate_of(start_function how, double steps_per_rank = 1)
{
    auto shared = std::make_shared<toy>(how, steps_per_rank);
    return {"bcast", "toy", [=](const place&) { return bound_plan{"toy", way::own, false, false, shared}; }};
}

task chain(net on, bytes data)
{
    if (on.rank() > 0) co_await on.recv(on.rank() - 1, data);
    if (on.rank() + 1 < on.size()) co_await on.send(on.rank() + 1, data);
}

check_report check_toy(start_function how, std::vector<int> ranks, check_options by = {})
{
    by.ranks = std::move(ranks);
    return check({candidate_of(how)}, by);
}

std::set<std::string> kinds(const check_report& report)
{
    std::set<std::string> found;
    for (auto& f : report.failures) found.insert(f.kind);
    return found;
}

using names = std::set<std::string>;

TEST(Check, PassesWhatIsRight)
{
    auto report = check_toy(chain, {1, 2, 3, 4, 5, 7, 8, 9, 16, 33});
    EXPECT_TRUE(report.failures.empty()) << report.failures[0].detail;
    EXPECT_GT(report.checks, 1000);
    EXPECT_LT(report.checks, report.possible);
    EXPECT_TRUE(report.skipped.empty());
}

task all_send_first(net on, bytes data)
{
    co_await on.send(on.next(), data);
    co_await on.recv(on.prev(), data);
}

TEST(Check, CatchesADeadlock)
{
    check_options by;
    by.roots = {0};
    by.layouts = {"one"};
    by.bytes = {5};
    auto report = check_toy(all_send_first, {3}, by);
    ASSERT_EQ(report.failures.size(), 3u); // three orders
    auto& f = report.failures[0];
    EXPECT_EQ(f.kind, "deadlock");
    EXPECT_EQ(f.detail, "rank 0 sends to 1 (5 bytes); rank 1 sends to 2 (5 bytes); rank 2 sends to 0 (5 bytes)");
    EXPECT_EQ(f.collective, "bcast");
    EXPECT_EQ(f.mode, "fifo");
    EXPECT_EQ(f.reproduce,
              "hocket check bcast --algorithm 'toy' --ranks 3 --roots 0 --layouts one --bytes 5 --orders fifo");
}

task forgets_the_last(net on, bytes data)
{
    bool last = on.rank() + 1 == on.size(), last_but_one = on.rank() + 2 == on.size();
    if (on.rank() > 0 && !last) co_await on.recv(on.rank() - 1, data);
    if (!last && !last_but_one) co_await on.send(on.rank() + 1, data);
}

TEST(Check, CatchesAForgottenRank)
{
    auto report = check_toy(forgets_the_last, {4});
    ASSERT_FALSE(report.failures.empty());
    EXPECT_EQ(kinds(report), names{"data"});
}

task one_byte_short(net on, bytes data)
{
    auto less = data.empty() ? data : data.first(data.size() - 1);
    if (on.rank() > 0) co_await on.recv(on.rank() - 1, on.rank() == 2 ? less : data);
    if (on.rank() + 1 < on.size()) co_await on.send(on.rank() + 1, data);
}

TEST(Check, CatchesAWrongLength)
{
    EXPECT_EQ(kinds(check_toy(one_byte_short, {4})), names{"length"});
}

// Two halves that overlap in the middle, received at the same time.
task halves_overlap(net on, bytes data)
{
    auto middle = (data.size() + 1) / 2 + (data.size() > 3);
    auto low = data.first(std::min(middle, data.size())), high = data.subspan(data.size() / 2);
    if (on.rank() > 0) {
        auto step = on.together(2);
        step.recv(on.rank() - 1, low).recv(on.rank() - 1, high);
        co_await step;
    }
    if (on.rank() + 1 == on.size()) co_return;
    auto step = on.together(2);
    step.send(on.rank() + 1, low).send(on.rank() + 1, high);
    co_await step;
}

TEST(Check, CatchesOverlappingReceives)
{
    EXPECT_EQ(kinds(check_toy(halves_overlap, {3})), names{"overlap"});
}

// Clears the buffer while it is being sent.
task writes_too_early(net on, bytes data)
{
    if (on.rank() > 0) co_await on.recv(on.rank() - 1, data);
    if (on.rank() + 1 == on.size()) co_return;
    auto step = on.together(1);
    step.send(on.rank() + 1, data);
    for (auto& b : data) b ^= std::byte{1};
    co_await step;
    for (auto& b : data) b ^= std::byte{1};
}

TEST(Check, CatchesAWriteIntoWhatIsBeingSent)
{
    EXPECT_EQ(kinds(check_toy(writes_too_early, {3})), names{"data"});
}

task writes_past_the_end(net on, bytes data)
{
    co_await chain(on, data);
    data.data()[data.size()] = std::byte{0};
}

TEST(Check, CatchesWritesOutsideTheBuffer)
{
    EXPECT_EQ(kinds(check_toy(writes_past_the_end, {2})), names{"guard"});
}

task spoils_the_root(net on, bytes data)
{
    co_await chain(on, data);
    if (on.rank() == 0 && !data.empty()) data[0] ^= std::byte{1};
}

TEST(Check, CatchesAChangedRoot)
{
    EXPECT_EQ(kinds(check_toy(spoils_the_root, {3})), names{"data"});
}

// Two lanes receive a half each, and that of the second passes on both: it relies on being the later.
task pass_halves(net on, bytes low, bytes high)
{
    if (on.rank() + 1 == on.size()) co_return;
    auto step = on.together(2);
    step.send(on.rank() + 1, low).send(on.rank() + 1, high);
    co_await step;
}

task first_lane(net on, bytes low)
{
    co_await on.recv(on.rank() - 1, low);
}

task second_lane(net on, bytes low, bytes high)
{
    co_await on.recv(on.rank() - 1, high);
    co_await pass_halves(on, low, high);
}

task lanes_race(net on, bytes data)
{
    auto low = data.first(data.size() / 2), high = data.subspan(data.size() / 2);
    if (on.rank() > 0) co_await both(first_lane(on, low), second_lane(on, low, high));
    else co_await pass_halves(on, low, high);
}

TEST(Check, ARaceShowsInSomeOrdersOnly)
{
    check_options by;
    by.roots = {0};
    by.layouts = {"one"};
    by.bytes = {6};
    by.orders = {"fifo"};
    EXPECT_TRUE(check_toy(lanes_race, {3}, by).failures.empty());
    by.exhaustive = true;
    auto report = check_toy(lanes_race, {3}, by);
    EXPECT_EQ(kinds(report), names{"overlap"});
    EXPECT_TRUE(report.failures.at(0).reproduce.ends_with("--bytes 6 --exhaustive")) << report.failures[0].reproduce;
    EXPECT_EQ(check_toy(chain, {2, 3, 4}, by).executions, 3);
}

TEST(Check, GivesUpWhatFailsTooOften)
{
    check_options by;
    by.failures_per_algorithm = 4;
    auto report = check_toy(all_send_first, {3, 4, 5}, by);
    EXPECT_EQ(report.failures.size(), 4u);
    ASSERT_EQ(report.skipped.size(), 1u);
    EXPECT_EQ(report.skipped[0], "bcast toy: given up after 4 failures");
}

// In a sample every placement with every root, every size and every order occur: an algorithm that fails in
// just one of them is caught.
template <int Bad> task fails_for_size(net on, bytes data)
{
    co_await chain(on, data);
    if (int(data.size()) == Bad && on.rank() == 3) data[0] ^= std::byte{1};
}

template <int Root> task fails_for_root(net on, bytes data)
{
    co_await chain(on, data);
    if (on.origin() == Root && on.rank() == 3 && !data.empty()) data[0] ^= std::byte{1};
}

TEST(Check, SamplesCoverEverySizeAndRoot)
{
    for (auto how : {fails_for_size<1>, fails_for_size<32>, fails_for_size<33>, fails_for_size<34>,
                     fails_for_size<4099>, fails_for_size<70001>})
        EXPECT_EQ(kinds(check_toy(how, {33})), names{"data"});
    for (auto how : {fails_for_root<0>, fails_for_root<1>, fails_for_root<16>, fails_for_root<32>})
        EXPECT_EQ(kinds(check_toy(how, {33})), names{"data"});
}

TEST(Check, ComparesCosts)
{
    for (auto& row : compare_costs(candidate_of(chain), 7, 100)) {
        EXPECT_FALSE(row.wrong);
        EXPECT_DOUBLE_EQ(row.counted, row.what == "rounds" ? 6 : 600);
        EXPECT_DOUBLE_EQ(row.declared, row.counted);
    }
    for (double wrong : {0.9, 1.5})
        for (auto& row : compare_costs(candidate_of(chain, wrong), 7, 100'000)) {
            ASSERT_TRUE(row.wrong);
            EXPECT_EQ(row.wrong->kind, "cost");
        }
    check_options by;
    by.orders = {"clock"};
    by.ranks = {2, 9};
    EXPECT_TRUE(check({candidate_of(chain)}, by).failures.empty());
    EXPECT_EQ(kinds(check({candidate_of(chain, 2)}, by)), names{"cost"});
}

} // namespace
} // namespace hocket
