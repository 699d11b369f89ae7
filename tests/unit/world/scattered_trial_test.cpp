// SPDX-License-Identifier: BSD-3-Clause
// Reduce-scatters that are wrong are found out.
#include "reduction_toys.hpp"
#include "troubles.hpp"
#include <gtest/gtest.h>

namespace hocket {
namespace {

using namespace toys;

// Everybody gets `shift` blocks further than its own from all in turn; `lost`: but from that rank.
template <int shift = 0, int lost = -1> task pairwise(net on, scattered_operands data)
{
    auto block = [&](int i) { return data.range((i + shift) % on.size(), (i + shift) % on.size() + 1); };
    auto sum = on.scratch(data.result.size());
    co_await on.copy(sum, block(on.rank()));
    for (int by = 1; by < on.size(); ++by) {
        auto step = on.together(2);
        if (on.rank() != lost) step.send(on.next(by), block(on.next(by)));
        if (on.prev(by) != lost) step.recv_reduce(on.prev(by), sum, sum, *data.how);
        co_await step;
    }
    co_await on.copy(data.result, sum);
}

// Three sizes: results apart, in a memory to work in, and in that of the operand.
TEST(ScatteredTrial, PassesWhatIsRight)
{
    for (std::size_t elements : {0, 1, 2, 3})
        for (auto* collective : {"reduce_scatter", "reduce_scatter_block"}) {
            auto wrong = run(collective, pairwise<>, 4 * elements, false);
            EXPECT_FALSE(wrong) << collective << ": " << wrong->detail;
        }
}

TEST(ScatteredTrial, CatchesTheBlockOfAnotherRank)
{
    for (std::size_t elements : {1, 2, 3})
        expect_trouble(run("reduce_scatter", pairwise<1>, 4 * elements, false), "data", "rank 0, element 0");
}

TEST(ScatteredTrial, CatchesALostOperand)
{
    for (int size : {4, 8, 12})
        expect_trouble(run("reduce_scatter", pairwise<0, 2>, std::size_t(size), false), "data", "rank 0, element 0");
}

task spoils_its_operand(net on, scattered_operands data)
{
    co_await pairwise<>(on, data);
    if (on.rank() == 3 && data.work.empty()) const_cast<std::byte&>(data.mine[0]) ^= std::byte{1};
}

TEST(ScatteredTrial, CatchesAChangedOperand)
{
    expect_trouble(run("reduce_scatter", spoils_its_operand, 12, false), "guard", "the operand of rank 3 has changed");
}

} // namespace
} // namespace hocket
