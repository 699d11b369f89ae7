// SPDX-License-Identifier: BSD-3-Clause
// Steps that are taken before a call returns, whatever the port does with them.
#include "algorithms/barrier/shm.hpp"
#include "drive/fake_neighbours.hpp"
#include "drive/prompt_port.hpp"
#include <gtest/gtest.h>

namespace hocket {
namespace {

// Everything is told; what is heard comes after so many looks, or never: then the last of them finds a failure.
class slow_neighbours final : public fake_neighbours {
public:
    slow_neighbours(int looks, bool fails) : looks_(looks), fails_(fails) {}
    bool tells_all(std::size_t, bool) const override { return true; }
    bool post(request& r) override
    {
        posted.push_back(r);
        if (r.what == verb::send || looks_ == 0) return true;
        waits_ = &r, left_ = looks_;
        return false;
    }
    bool progress(bool) override
    {
        if (!waits_ || --left_ > 0) return false;
        if (fails_) return failed_ = true;
        std::exchange(waits_, nullptr)->finish().resume();
        return true;
    }
    void cancel(request& r) noexcept override { cancelled += &r == std::exchange(waits_, nullptr); }
    bool failed() const noexcept override { return failed_; }

    std::vector<request> posted;
    int cancelled = 0;

private:
    int looks_, left_ = 0;
    bool fails_, failed_ = false;
    request* waits_ = nullptr;
};

struct barrier_of_three {
    explicit barrier_of_three(int looks, bool fails = false) : near(std::make_shared<slow_neighbours>(looks, fails))
    {
        mpi.Iprobe = [](int, int, MPI_Comm, int*, MPI_Status*) -> int { return MPI_SUCCESS; };
        port.take_short_way(near);
        auto waits = [] { return waiter(false); };
        prompt_port by(port, waits);
        net on(port, 1, 3);
        barrier::shm::steps steps({}, on, {});
        take_now(on, steps, by);
    }

    memory_pool pool;
    std::shared_ptr<slow_neighbours> near;
    mpi_port port{MPI_COMM_NULL, pool};
};

class PromptPort : public testing::TestWithParam<int> {};

TEST_P(PromptPort, OneStepFollowsTheOther)
{
    barrier_of_three one(GetParam());
    EXPECT_EQ(one.port.failure(), MPI_SUCCESS);
    ASSERT_EQ(one.near->posted.size(), 3u);
    EXPECT_EQ(one.near->posted[0].what, verb::send);
    EXPECT_EQ(one.near->posted[1].peer, 2);
    EXPECT_EQ(one.near->posted[2].peer, 0);
    for (auto& r : one.near->posted) EXPECT_TRUE(r.told);
    EXPECT_EQ(one.near->cancelled, 0);
}

INSTANTIATE_TEST_SUITE_P(Looks, PromptPort, testing::Values(0, 1, 1000));

TEST(PromptPort, NothingFollowsAFailure)
{
    barrier_of_three one(5, true);
    EXPECT_NE(one.port.failure(), MPI_SUCCESS);
    EXPECT_EQ(one.near->posted.size(), 2u);
    EXPECT_EQ(one.near->cancelled, 1);
}

} // namespace
} // namespace hocket
