// SPDX-License-Identifier: BSD-3-Clause
#include "profile/job_profile.hpp"
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <random>

namespace hocket {
namespace {

const std::string knomial = "knomial:k=4";

call_profile::place world_of(int ranks, std::uint64_t group = 7, std::uint64_t ordinal = 0)
{
    return {group, ordinal, ranks, 1, "1x" + std::to_string(ranks)};
}

// Both rounds between ranks, as over messages.
nlohmann::json told(const std::vector<rank_share>& ranks, const std::vector<clock_line>& clocks = {})
{
    job_profile job;
    int n = int(ranks.size());
    auto clock = [&](int r) { return clocks.empty() ? clock_line() : clocks[std::size_t(r)]; };
    for (int r = 0; r < n; ++r) job.take(r, ranks[std::size_t(r)].first(1000 * (r + 1), "host", clock(r)));
    for (int r = 0; r < n; ++r) job.take_waits(r, ranks[std::size_t(r)].waits(job.last_arrivals(r), clock(r)));
    return nlohmann::json::parse(job.document({"MPI", "app", n, 1, 2, 0, {"barrier", "bcast"}}));
}

TEST(CallSample, KeepsTheSameCallsWhateverTheirTimes)
{
    for (std::int64_t calls : {0, 1, 63, 64, 65, 128, 129, 1000, 65536, 100001}) {
        call_sample sample;
        for (std::int64_t i = 0; i < calls; ++i) sample.add({i, i + 1});
        auto kept = sample.kept();
        ASSERT_LE(kept.size(), call_sample::room);
        ASSERT_GE(kept.size(), std::min<std::size_t>(std::size_t(calls), call_sample::room / 2));
        for (std::size_t k = 0; k < kept.size(); ++k)
            ASSERT_EQ(kept[k].begin, std::int64_t(k * sample.stride())) << calls;
        ASSERT_EQ(kept.size(), (std::uint64_t(calls) + sample.stride() - 1) / sample.stride());
    }
}

TEST(SizeClass, HoldsItsSizes)
{
    EXPECT_EQ(size_class::of(std::size_t(0)).number, 0);
    for (std::size_t n : {1ul, 2ul, 3ul, 4ul, 1023ul, 1024ul, 1025ul, 1ul << 40}) {
        auto found = size_class::of(n);
        EXPECT_LE(found.low(), n);
        EXPECT_LT(n, found.high());
    }
    EXPECT_EQ(size_class::of({}).number, size_class::unknown);
}

// Rank 2 comes 300 ns late; the root of the second call leaves before anybody else has come.
TEST(JobProfile, WaitsAreForTheLastRank)
{
    std::vector<rank_share> ranks(3);
    const interval first[] = {{0, 400}, {100, 410}, {300, 420}};
    const interval second[] = {{1000, 1010}, {1200, 1300}, {1250, 1350}};
    for (std::size_t r = 0; r < 3; ++r) {
        call_profile calls(world_of(3));
        calls.of(0, call_form::blocking, std::size_t(0)).add(first[r], 0, nullptr);
        calls.of(1, call_form::blocking, std::size_t(40)).add(second[r], 40, &knomial);
        ranks[r].add(calls);
    }
    auto found = told(ranks);
    EXPECT_EQ(found["ranks"], 3);
    EXPECT_EQ(found["wall_us"], 3.0);
    auto& barrier = found["calls"][0];
    EXPECT_EQ(barrier["collective"], "barrier");
    EXPECT_NEAR(barrier["wait_share"].get<double>(), (300.0 + 200) / (400 + 310 + 120), 1e-3);
    EXPECT_EQ(barrier["imbalance_us"]["median"], 0.3);
    EXPECT_EQ(barrier["time_us"]["one_call"], 0.12);
    EXPECT_EQ(barrier["algorithms"]["native"], 3);
    auto& bcast = found["calls"][1];
    EXPECT_NEAR(bcast["wait_share"].get<double>(), (10.0 + 50 + 0) / (10 + 100 + 100), 1e-3);
    EXPECT_EQ(bcast["bytes"], nlohmann::json({32, 64}));
    EXPECT_EQ(bcast["mean_bytes"], 40.0);
    EXPECT_EQ(bcast["algorithms"]["knomial:k=4"], 3);
    EXPECT_FALSE(bcast["algorithms"].contains("native"));
    EXPECT_EQ(found["communicators"][0]["many"], 1);
}

// Sums of all rows are the time in collectives; rows of communicators alike are one.
TEST(JobProfile, RowsOfACommunicatorAddUp)
{
    std::vector<rank_share> ranks(4);
    for (std::uint64_t r = 0; r < 4; ++r) {
        call_profile world(world_of(4)), pair({100 + r / 2, 0, 2, 1, "1x2"});
        for (int i = 0; i < 10; ++i)
            world.of(1, call_form::blocking, std::size_t(8)).add({i * 100, i * 100 + 50}, 8, nullptr);
        for (int i = 0; i < 5; ++i)
            pair.of(1, call_form::blocking, std::size_t(8)).add({i * 10, i * 10 + 4}, 8, nullptr);
        pair.of(1, call_form::nonblocking, std::size_t(8)).add({0, 1}, 8, nullptr);
        ranks[r].add(world);
        ranks[r].add(pair);
    }
    auto found = told(ranks);
    EXPECT_EQ(found["communicators"].size(), 2u);
    for (auto& one : found["communicators"]) EXPECT_EQ(one["many"], one["ranks"] == 4 ? 1 : 2);
    ASSERT_EQ(found["calls"].size(), 3u);
    EXPECT_EQ(found["calls"][0]["calls"], 10.0);
    EXPECT_EQ(found["calls"][1]["calls"], 5.0);
    EXPECT_EQ(found["calls"][2]["form"], "nonblocking");
    EXPECT_TRUE(found["calls"][2]["wait_share"].is_null());
    double sum = 0;
    for (auto& one : found["calls"]) sum += one["time_us"]["mean"].get<double>();
    EXPECT_NEAR(sum, found["collective_us"]["mean"].get<double>(), 0.003);
}

// Against the definition, on random times and clocks that run apart.
TEST(JobProfile, RandomTimesOnShiftedClocks)
{
    const unsigned seed = 3;
    std::mt19937_64 draw(seed);
    for (std::size_t p = 1; p <= 9; ++p) {
        std::vector<rank_share> ranks(p);
        std::vector<clock_line> clocks(p);
        std::vector<std::vector<interval>> calls(p, std::vector<interval>(50));
        std::vector<std::int64_t> last(50, -1);
        for (std::size_t r = 0; r < p; ++r) {
            clocks[r].shift = std::int64_t(draw() % 1000000);
            call_profile of(world_of(int(p)));
            for (std::size_t i = 0; i < 50; ++i) {
                auto begin = std::int64_t(10000 * i + draw() % 5000);
                calls[r][i] = {begin, begin + 1 + std::int64_t(draw() % 5000)};
                last[i] = std::max(last[i], begin);
                auto shift = clocks[r].shift;
                of.of(1, call_form::blocking, std::size_t(8)).add({begin - shift, calls[r][i].end - shift}, 8, nullptr);
            }
            ranks[r].add(of);
        }
        double waited = 0, all = 0;
        for (auto& of : calls)
            for (std::size_t i = 0; i < 50; ++i) {
                waited += double(std::max<std::int64_t>(0, std::min(of[i].end, last[i]) - of[i].begin));
                all += double(of[i].end - of[i].begin);
            }
        EXPECT_NEAR(told(ranks, clocks)["calls"][0]["wait_share"].get<double>(), waited / all, 1e-3)
            << seed << ' ' << p;
    }
}

// A program may do so by mistake; its profile says less and stays sound.
TEST(JobProfile, RanksThatCountDifferently)
{
    std::vector<rank_share> ranks(2);
    for (std::size_t r = 0; r < 2; ++r) {
        call_profile of(world_of(2));
        for (std::size_t i = 0; i < 40 + 100 * r; ++i)
            of.of(1, call_form::blocking, std::size_t(8)).add({std::int64_t(i), std::int64_t(i + 1)}, 8, nullptr);
        if (r == 1) of.of(0, call_form::blocking, std::size_t(0)).add({1, 2}, 0, nullptr);
        ranks[r].add(of);
    }
    auto found = told(ranks);
    for (auto& one : found["calls"]) EXPECT_TRUE(one["imbalance_us"].is_null());
    EXPECT_EQ(found["calls"].size(), 2u);
}

TEST(RankShare, ManyCommunicatorsKeepTheirSums)
{
    std::vector<rank_share> ranks(1);
    const std::uint64_t sampled = 10, all = 300;
    for (std::uint64_t c = 0; c < all; ++c) {
        call_profile of({c, 0, 1, 1, "1x1", c < sampled});
        for (int i = 0; i < 100; ++i) of.of(1, call_form::blocking, std::size_t(8)).add({i, i + 1}, 8, nullptr);
        ranks[0].add(of);
    }
    EXPECT_LT(ranks[0].first(0, "host", {}).size(), sampled * 64 * 24 + 200);
    EXPECT_EQ(told(ranks)["calls"][0]["calls"], 100.0 * all);
}

} // namespace
} // namespace hocket
