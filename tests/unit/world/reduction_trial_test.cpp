// SPDX-License-Identifier: BSD-3-Clause
// Reductions that are wrong are found out, each by its right name.
#include "reduction_toys.hpp"
#include "troubles.hpp"
#include <gtest/gtest.h>

namespace hocket {
namespace {

using namespace toys;

TEST(ReductionTrial, PassesWhatIsRightInPlaceAndApart)
{
    for (std::size_t elements : {0, 3, 4})
        for (bool in_order : {false, true})
            for (int root : {0, 2}) {
                auto wrong = run("reduce", takes<1, 2, 3>, elements, in_order, root);
                EXPECT_FALSE(wrong) << wrong->detail;
            }
}

TEST(ReductionTrial, CatchesTheWrongOrderOnlyWhereOrderIsPromised)
{
    EXPECT_FALSE(run("reduce", takes<3, 1, 2>, 4, false));
    expect_trouble(run("reduce", takes<3, 1, 2>, 4, true), "data", "rank 0, element 0 holds");
    expect_trouble(run("reduce", takes<2, 1, 3>, 3, true), "data", "and not 0-3");
}

TEST(ReductionTrial, CatchesLostAndDoubledOperands)
{
    expect_trouble(run("reduce", takes<1, 3>, 4, false), "data", "rank 0, element 0");
    expect_trouble(run("reduce", takes<1, 2>, 4, true), "data", "holds 0-2 and not 0-3");
    expect_trouble(run("reduce", takes<1, 2, 3, 3>, 4, false), "data", "rank 0, element 0");
    expect_trouble(run("reduce", takes<1, 2, 3, 3>, 4, true), "data", "rank 0, element 0");
    // As many as there should be.
    expect_trouble(run("reduce", takes<1, 3, 3>, 4, false), "data", "rank 0, element 0");
}

task spoils_its_operand(net on, operands data)
{
    co_await takes<1, 2, 3>(on, data);
    if (on.rank() == 1) const_cast<std::byte&>(data.mine[17]) ^= std::byte{1};
}

TEST(ReductionTrial, CatchesAChangedOperand)
{
    expect_trouble(run("reduce", spoils_its_operand, 4, false), "guard", "the operand of rank 1 has changed");
}

task writes_too_far(net on, operands data)
{
    co_await takes<1, 2, 3>(on, data);
    if (on.rank() == 0) data.result.data()[data.result.size()] = std::byte{1};
}

TEST(ReductionTrial, CatchesAWriteOutsideOfTheResult)
{
    expect_trouble(run("reduce", writes_too_far, 4, false), "guard", "outside of a buffer");
}

// Everybody begins with his own.
task each_in_its_own_order(net on, operands data)
{
    cbytes with = data.mine;
    for (int by = 1; by < on.size(); ++by) {
        auto step = on.together(2);
        step.send(on.next(by), data.mine).recv_reduce(on.prev(by), data.result, with, *data.how);
        co_await step;
        with = data.result;
    }
}

TEST(ReductionTrial, CatchesResultsThatDifferInBits)
{
    expect_trouble(run("allreduce", each_in_its_own_order, 64, false), "data", "has other bits than rank 0");
}

task tells_all_but_one(net on, operands data)
{
    co_await takes<1, 2, 3>(on, data);
    for (int r = 1; r < on.size() - 1; ++r) {
        if (on.rank() == 0) co_await on.send(r, data.result);
        if (on.rank() == r) co_await on.recv(0, data.result);
    }
}

TEST(ReductionTrial, CatchesARankWithoutTheResult)
{
    expect_trouble(run("allreduce", tells_all_but_one, 4, true), "data", "rank 3, element 0");
}

// A chain; `before`: the result is that of the ranks before, and rank 0 has none.
template <bool before, bool spoils> task scans(net on, operands data)
{
    auto sum = data.result;
    if (before) sum = on.scratch(data.size());
    if (on.rank() == 0) co_await on.copy(sum, data.mine);
    else if (before) {
        co_await on.recv(on.prev(), data.result);
        co_await on.combine(sum, data.result, data.mine, *data.how);
    } else co_await on.recv_reduce(on.prev(), sum, data.mine, *data.how);
    if (on.rank() + 1 < on.size()) co_await on.send(on.next(), sum);
    if (spoils && on.rank() == 0) data.result[0] = ~data.result[0];
}

TEST(ReductionTrial, KnowsWhatEachRankOfAScanHolds)
{
    EXPECT_FALSE(run("scan", scans<false, false>, 4, true));
    EXPECT_FALSE(run("exscan", scans<true, false>, 4, true));
    expect_trouble(run("exscan", scans<false, false>, 4, true), "guard",
                   "rank 0 has no result, and its memory has changed");
    expect_trouble(run("exscan", scans<true, true>, 4, true), "guard",
                   "rank 0 has no result, and its memory has changed");
    expect_trouble(run("scan", scans<true, false>, 4, true), "data", "rank 0, element 0");
    expect_trouble(run("scan", each_in_its_own_order, 4, false), "data", "rank 0, element 0");
}

} // namespace
} // namespace hocket
