// SPDX-License-Identifier: BSD-3-Clause
// Steps that are taken before a call returns, whatever the port does with them.
#include "algorithms/allgather/shm.hpp"
#include "algorithms/allreduce/shm.hpp"
#include "algorithms/barrier/shm.hpp"
#include "algorithms/bcast/shm.hpp"
#include "base/copy.hpp"
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

// Rank 1 of three.
struct one_of_three {
    explicit one_of_three(int looks, bool fails = false) : near(std::make_shared<slow_neighbours>(looks, fails))
    {
        mpi.Iprobe = [](int, int, MPI_Comm, int*, MPI_Status*) -> int { return MPI_SUCCESS; };
        port.take_short_way(near);
    }
    template <class Algorithm, class Data> void takes_now(Data data)
    {
        auto waits = [] { return waiter(false); };
        prompt_port by(port, waits);
        EXPECT_TRUE(take_now<typename Algorithm::steps>(Algorithm(), on, data, by));
    }
    template <class Algorithm, class Data> void takes_as_task(Data data)
    {
        waiter how(false);
        EXPECT_EQ(run_blocking(port, Algorithm::run({}, on, data), how, [] {}), MPI_SUCCESS);
    }

    memory_pool pool;
    std::shared_ptr<slow_neighbours> near;
    mpi_port port{MPI_COMM_NULL, pool};
    net on{port, 1, 3};
};

class PromptPort : public testing::TestWithParam<int> {};

TEST_P(PromptPort, OneStepFollowsTheOther)
{
    one_of_three one(GetParam());
    one.takes_now<barrier::shm>(nothing());
    EXPECT_EQ(one.port.failure(), MPI_SUCCESS);
    ASSERT_EQ(one.near->posted.size(), 3u);
    EXPECT_EQ(one.near->posted[0].what, verb::send);
    EXPECT_EQ(one.near->posted[1].peer, 2);
    EXPECT_EQ(one.near->posted[2].peer, 0);
    for (auto& r : one.near->posted) EXPECT_TRUE(r.told);
    EXPECT_EQ(one.near->cancelled, 0);
}

template <class Algorithm, class Data> void expect_the_same_as_a_task(int looks, Data data)
{
    one_of_three now(looks), later(looks);
    now.takes_now<Algorithm>(data);
    later.takes_as_task<Algorithm>(data);
    auto said = [](auto& by) {
        std::vector<std::tuple<verb, int, bool, std::size_t>> all;
        for (auto& r : by.near->posted) all.emplace_back(r.what, r.peer, r.told, r.count);
        return all;
    };
    EXPECT_EQ(said(now), said(later));
}

TEST_P(PromptPort, TheSameStepsAsInATask)
{
    std::byte memory[48] = {};
    reduction first{[](const reduction&, bytes out, cbytes low, cbytes) { copy_bytes(out.data(), low.data(), 16); }, 8,
                    true};
    expect_the_same_as_a_task<barrier::shm>(GetParam(), nothing());
    expect_the_same_as_a_task<bcast::shm>(GetParam(), bytes(memory));
    expect_the_same_as_a_task<allgather::shm>(GetParam(), blocks(memory, {48, 3, 8}));
    for (std::size_t at : {0, 16}) // in place, and elsewhere
        expect_the_same_as_a_task<allreduce::shm>(GetParam(), operands{{memory, 16}, {memory + at, 16}, &first});
}

INSTANTIATE_TEST_SUITE_P(Looks, PromptPort, testing::Values(0, 1, 1000));

TEST(PromptPort, NothingFollowsAFailure)
{
    one_of_three one(5, true);
    one.takes_now<barrier::shm>(nothing());
    EXPECT_NE(one.port.failure(), MPI_SUCCESS);
    EXPECT_EQ(one.near->posted.size(), 2u);
    EXPECT_EQ(one.near->cancelled, 1);
}

} // namespace
} // namespace hocket
