// SPDX-License-Identifier: BSD-3-Clause
// Allgathers and barriers that are wrong are found out, each by its right name.
#include "reduction_toys.hpp"
#include "troubles.hpp"
#include "world/allgather_trial.hpp"
#include "world/barrier_trial.hpp"
#include <gtest/gtest.h>

namespace hocket {
namespace {

using namespace toys;

// A ring that stops early, or puts what comes into another block's place.
template <int steps = 3, int shift = 0> task ring(net on, blocks data)
{
    for (int s = 0; s < steps; ++s) {
        auto step = on.together(2);
        step.recv(on.prev(), data[on.prev(s + 1 + shift)]).send(on.next(), data[on.prev(s)]);
        co_await step;
    }
}

task writes_before_the_vector(net on, blocks data)
{
    co_await ring<>(on, data);
    if (on.rank() == 1) data.all.data()[-1] = std::byte{1};
}

task spoils_its_own(net on, blocks data)
{
    co_await ring<>(on, data);
    if (on.rank() == 2) data[2][1] ^= std::byte{1};
}

std::optional<trouble> gathered(task (*how)(net, blocks), const char* collective = "allgather")
{
    allgather_trial trial(collective, 4, 1);
    fifo by;
    return trial.run(toy<blocks>(how), {nullptr, 0, 40, "random", "fifo"}, by);
}

TEST(AllgatherTrial, PassesWhatIsRight)
{
    EXPECT_FALSE(gathered(ring<>));
    EXPECT_FALSE(gathered(ring<>, "allgatherv"));
}

TEST(AllgatherTrial, CatchesWrongBytesAndWhereTheyAre)
{
    expect_trouble(gathered(ring<2>), "data", "rank 0 has a wrong byte 40 of 160");
    expect_trouble(gathered(ring<3, 1>), "data", "has a wrong byte");
    expect_trouble(gathered(spoils_its_own), "data", "rank 2 has a wrong byte 81 of 160");
    expect_trouble(gathered(writes_before_the_vector), "guard", "outside of a buffer");
}

// Rank 0 hears from all that it waits for, and lets everybody go.
template <int waits_for> task gate(net on, nothing)
{
    for (int r = 1; r <= waits_for; ++r) {
        if (on.rank() == r) co_await on.send(0, bytes{});
        if (on.rank() == 0) co_await on.recv(r, bytes{});
    }
    for (int r = 1; r < on.size(); ++r) {
        if (on.rank() == r) co_await on.recv(0, bytes{});
        if (on.rank() == 0) co_await on.send(r, bytes{});
    }
}

task open_door(net, nothing)
{
    co_return;
}

task shut_door(net on, nothing)
{
    co_await on.recv(on.prev(), bytes{});
}

std::optional<trouble> passed(task (*how)(net, nothing), int late)
{
    barrier_trial trial(4);
    fifo by;
    return trial.run(toy<nothing>(how), late, by);
}

TEST(BarrierTrial, NobodyGoesOnWhileARankHasNotCome)
{
    for (int late = 0; late < 4; ++late) EXPECT_FALSE(passed(gate<3>, late)) << late;
    expect_trouble(passed(gate<2>, 3), "early", "although rank 3 has not come");
    expect_trouble(passed(open_door, 2), "early", "3 ranks go on although rank 2 has not come");
    EXPECT_FALSE(passed(gate<2>, 1)); // so each rank has to be late once
}

TEST(BarrierTrial, CatchesAHang)
{
    expect_trouble(passed(shut_door, 0), "deadlock", "waits for");
}

} // namespace
} // namespace hocket
