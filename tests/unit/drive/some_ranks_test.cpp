// SPDX-License-Identifier: BSD-3-Clause
// A communicator of some ranks, whose library gives one to some of those and not to others.
#include "drive/fake_mpi.hpp"
#include "interpose/some_ranks.hpp"
#include <gtest/gtest.h>

namespace hocket {
namespace {

int counted, given, revoked;
int split_here, split_elsewhere; // the codes of this rank and of another one

void count(int n)
{
    counted += n;
}

int split(MPI_Comm, int color, int, MPI_Comm* made)
{
    bool is_one = split_here == MPI_SUCCESS && color != MPI_UNDEFINED;
    given += is_one;
    *made = is_one ? MPI_COMM_SELF : MPI_COMM_NULL;
    return split_here;
}

// The least of this rank's word and the other's.
int agree(const void* mine, void* all, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Request*)
{
    *static_cast<int*>(all) = std::min(*static_cast<const int*>(mine), int(split_elsewhere == MPI_SUCCESS));
    return MPI_SUCCESS;
}

void begin(int here, int elsewhere)
{
    fake_mpi::begin(false);
    counted = given = revoked = 0;
    split_here = here, split_elsewhere = elsewhere;
    mpi.Comm_split = split;
    mpi.Comm_free = [](MPI_Comm* comm) -> int { return --given, *comm = MPI_COMM_NULL, MPI_SUCCESS; };
    mpi.Comm_revoke = [](MPI_Comm) -> int { return ++revoked, MPI_SUCCESS; };
    mpi.Comm_set_errhandler = [](MPI_Comm, MPI_Errhandler) -> int { return MPI_SUCCESS; };
    mpi.Iallreduce = agree;
    mpi.Wait = [](MPI_Request*, MPI_Status*) -> int { return MPI_SUCCESS; };
}

TEST(SomeRanks, AreCountedWhileTheyHaveACommunicator)
{
    begin(MPI_SUCCESS, MPI_SUCCESS);
    {
        some_ranks all(count);
        for (bool is_one : {true, false, true}) {
            EXPECT_TRUE(all.make(MPI_COMM_WORLD, is_one, 0));
            EXPECT_EQ(counted, is_one);
            EXPECT_EQ(given, is_one);
        }
    }
    EXPECT_EQ(counted, 0);
    EXPECT_EQ(given, 0);
}

// The one that a rank had been given was lost, and counted off when the next one came.
TEST(SomeRanks, GiveBackTheirsWhereAnotherRankHasNone)
{
    begin(MPI_SUCCESS, MPI_ERR_OTHER);
    some_ranks all(count);
    EXPECT_FALSE(all.make(MPI_COMM_WORLD, true, 0));
    EXPECT_EQ(counted, 0);
    EXPECT_EQ(given, 0);
    split_elsewhere = MPI_SUCCESS;
    EXPECT_TRUE(all.make(MPI_COMM_WORLD, true, 0));
    EXPECT_EQ(counted, 1);
    EXPECT_EQ(given, 1);
}

TEST(SomeRanks, HaveNoneWhereTheLibraryGivesNone)
{
    begin(MPI_ERR_OTHER, MPI_SUCCESS);
    some_ranks all(count);
    EXPECT_FALSE(all.make(MPI_COMM_WORLD, true, 0));
    EXPECT_EQ(counted, 0);
    EXPECT_EQ(given, 0);
}

TEST(SomeRanks, HearOfARevocation)
{
    begin(MPI_SUCCESS, MPI_SUCCESS);
    some_ranks all(count);
    all.revoke();
    EXPECT_EQ(revoked, 0);
    EXPECT_TRUE(all.make(MPI_COMM_WORLD, true, 0));
    all.revoke();
    EXPECT_EQ(revoked, 1);
    mpi.Comm_revoke = nullptr; // most libraries
    all.revoke();
}

} // namespace
} // namespace hocket
