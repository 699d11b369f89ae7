// SPDX-License-Identifier: BSD-3-Clause
// A rank that talks to its neighbours only still looks after what MPI has to do for others.
#include "drive/fake_neighbours.hpp"
#include "transports/mpi/mpi_port.hpp"
#include <gtest/gtest.h>

namespace hocket {
namespace {

// At whom each look finds something, or none does.
class neighbours_that final : public fake_neighbours {
public:
    explicit neighbours_that(bool move) : move_(move) {}
    bool progress(bool) override { return move_; }

private:
    bool move_;
};

struct port_of {
    explicit port_of(bool move)
    {
        looks_at_mpi = 0;
        mpi.Iprobe = [](int, int, MPI_Comm, int*, MPI_Status*) -> int { return ++looks_at_mpi, MPI_SUCCESS; };
        port.take_short_way(std::make_shared<neighbours_that>(move));
    }
    int after(int looks, bool all = false)
    {
        for (int i = 0; i < looks; ++i) port.progress(all);
        return looks_at_mpi;
    }

    static inline int looks_at_mpi = 0;
    memory_pool pool;
    mpi_port port{MPI_COMM_NULL, pool};
};

TEST(LooksAfterMpi, OnceIn32LooksThatFindNothing)
{
    port_of one(false);
    EXPECT_EQ(one.after(30), 0);
    EXPECT_EQ(one.after(2), 1);
    EXPECT_EQ(one.after(64), 3);
}

TEST(LooksAfterMpi, OnceIn128LooksThatFindSomething)
{
    port_of one(true);
    EXPECT_EQ(one.after(127), 0);
    EXPECT_EQ(one.after(1), 1);
    EXPECT_EQ(one.after(128), 2);
}

TEST(LooksAfterMpi, AtEachLookAfterLongWaitingAndSleep)
{
    port_of one(false);
    int before = one.after(256);
    EXPECT_EQ(one.after(10), before + 10);
    port_of other(true);
    EXPECT_EQ(other.after(5, true), 5);
}

TEST(LooksAfterMpi, OnceIn64OperationsThatNeverWait)
{
    port_of one(true);
    for (int i = 0; i < 64; ++i) one.port.end();
    EXPECT_EQ(one.looks_at_mpi, 1);
}

} // namespace
} // namespace hocket
