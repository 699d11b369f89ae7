// SPDX-License-Identifier: BSD-3-Clause
// What is chosen on several nodes where the ranks of each share memory.
#include "choose/chooser.hpp"
#include "choose/own_choice.hpp"
#include <array>
#include <gtest/gtest.h>

using namespace hocket;

namespace {

const std::array collectives{"barrier", "bcast", "allreduce", "allgather", "reduce", "scan", "gather"};
const std::array places{layout::block(18, 9), layout::cyclic(96, 2), layout::block(256, 32), layout::block(7, 3)};

settings under(const std::string& machine, const char* library, const char* more = "")
{
    auto named = "HOCKET_MACHINE=" + machine;
    const char* env[] = {named.c_str(), *more ? more : nullptr, nullptr};
    auto by = *read_settings(env);
    by.native = *find_native_library(library);
    return by;
}

template <class Visit> void at_all_places(Visit visit)
{
    for (auto* collective : collectives)
        for (auto& where : places)
            for (std::size_t n : {8, 1 << 10, 8 << 10, 64 << 10, 1 << 20}) visit(collective, where, n);
}

} // namespace

TEST(SharedNodes, AreToldByOneMessageWhereThatIsBest)
{
    auto by = under("efa-100g", "mpich-5.0");
    auto where = layout::block(256, 32);
    auto shared = choose_own("bcast", by.model_where_shared(true), where, 64);
    auto apart = choose_own("bcast", by.model, where, 64);
    EXPECT_NE(shared.algorithm.find("inside=shm"), std::string::npos) << shared.algorithm;
    EXPECT_EQ(apart.algorithm.find("shm"), std::string::npos) << apart.algorithm;
}

// They were simulated with single copies, up to 256 ranks.
TEST(SharedNodes, AskTablesOfTheirOwn)
{
    auto by = under("aurora", "mpich-5.0");
    auto where = layout::block(96, 12);
    auto once = choose_own("allreduce", by.model_where_shared(true), where, 1 << 10);
    EXPECT_NE(once.reason.find("allreduce table of aurora with shared memory"), std::string::npos) << once.reason;
    auto twice = choose_own("allreduce", by.model_where_shared(false), where, 1 << 10);
    EXPECT_TRUE(twice.reason.starts_with("least declared time")) << twice.reason;
    auto apart = choose_own("allreduce", by.model_where_shared(true), layout::block(64, 1), 1 << 10);
    EXPECT_TRUE(apart.reason.ends_with("allreduce table of aurora")) << apart.reason;
    auto wide = choose_own("allreduce", by.model_where_shared(true), layout::block(6144, 12), 1 << 10);
    EXPECT_TRUE(wide.reason.starts_with("least declared time")) << wide.reason;
}

// A library that was too slow without is not run again because of memory that only Hocket has.
TEST(SharedNodes, AGainWithoutMemoryStaysOne)
{
    for (auto* library : {"mpich-5.0", "ompi-5.0"}) {
        auto by = under("aurora", library);
        int ours = 0;
        at_all_places([&](auto* collective, auto& where, std::size_t n) {
            if (chooser(collective, by, where)(n).plan.runs == way::native) return;
            ++ours;
            chooser shared(collective, by, where, {}, {.shared = true});
            EXPECT_NE(shared(n).plan.runs, way::native) << collective << ' ' << n << ' ' << shared(n).reason;
        });
        EXPECT_GT(ours, 0);
    }
}

TEST(SharedNodes, AnswersHoldWhereTheySay)
{
    auto by = under("standard", "ompi-5.0");
    at_all_places([&](auto* collective, auto& where, std::size_t n) {
        auto ask = [&](std::size_t size) { return chooser(collective, by, where, {}, {.shared = true})(size); };
        auto made = ask(n);
        ASSERT_TRUE(n >= made.from && n < made.to);
        EXPECT_EQ(ask(made.from).plan.text, made.plan.text) << collective << ' ' << made.from;
        EXPECT_EQ(ask(made.to - 1).plan.text, made.plan.text) << collective << ' ' << made.to;
    });
}

// Of a SPEC that leaves a value open, too; but messages of nonblocking ones are the library's.
TEST(SharedNodes, ValuesThatAreLeftOpenCountOnIt)
{
    auto by = under("standard", "mpich-5.0", "HOCKET_BCAST=knomial:k=auto");
    int others = 0;
    at_all_places([&](auto*, auto& where, std::size_t n) {
        auto made = [&](circumstances like) { return chooser("bcast", by, where, {}, like)(n).plan.text; };
        others += made({.shared = true}) != made({});
        EXPECT_EQ(made({.shared = true, .nonblocking = true}), made({.nonblocking = true}));
    });
    EXPECT_GT(others, 0);
}

// Memory comes after some hundred calls: sums must be bracketed as before.
TEST(SharedNodes, ReproducibleSumsDoNotChange)
{
    auto by = under("standard", "mpich-5.0", "HOCKET_REPRODUCIBLE=1");
    for (auto* collective : {"allreduce", "reduce", "scan", "reduce_scatter"})
        for (auto& where : places)
            for (std::size_t n : {8, 8 << 10, 1 << 20})
                EXPECT_EQ(chooser(collective, by, where, {}, {.shared = true})(n).plan.text,
                          chooser(collective, by, where)(n).plan.text);
}

TEST(SharedNodes, AMachineThatSaysNothingOfItChangesNothing)
{
    auto by = under("standard", "ompi-5.0");
    by.sharing_model = {};
    EXPECT_FALSE(by.knows_sharing());
    at_all_places([&](auto* collective, auto& where, std::size_t n) {
        auto shared = chooser(collective, by, where, {}, {.shared = true})(n);
        auto apart = chooser(collective, by, where)(n);
        EXPECT_EQ(shared.plan.text, apart.plan.text);
        EXPECT_EQ(shared.reason, apart.reason);
    });
}
