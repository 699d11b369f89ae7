// SPDX-License-Identifier: BSD-3-Clause
// What an operation leaves to the next one with the same tags, and who is looked at meanwhile.
#include "drive/fake_mpi.hpp"
#include "drive/fake_neighbours.hpp"
#include "drive/nonblocking.hpp"
#include "net/net.hpp"
#include <gtest/gtest.h>
#include <thread>
#include <vector>

namespace hocket {
namespace {

// Messages end when they may.
class closed_links final : public fake_neighbours {
public:
    void end_next(std::size_t n) { may_end = n; }
    bool progress(bool) override
    {
        ++looks;
        bool any = false;
        for (; may_end > 0 && !waiting.empty(); --may_end, any = true) {
            auto* one = waiting.front();
            waiting.erase(waiting.begin());
            one->finish().resume();
        }
        return any;
    }
    bool post(request& r) override
    {
        if (may_end > 0) return --may_end, true;
        waiting.push_back(&r);
        return false;
    }
    void cancel(request& r) noexcept override { std::erase(waiting, &r); }
    bool is_idle() const override { return waiting.empty(); }
    bool has_left_lent() const noexcept override { return lends; }

    int looks = 0;
    bool lends = false;
    std::size_t may_end = 0;
    std::vector<request*> waiting;
};

struct no_data {
    explicit no_data(mpi_port&) {}
};

class LeftSeats : public testing::TestWithParam<bool> {
protected:
    LeftSeats()
    {
        fake_mpi::begin(GetParam());
        only = this;
    }
    ~LeftSeats() override
    {
        EXPECT_EQ(engine.in_flight(), 0);
        EXPECT_EQ(pool.taken(), 0U);
        EXPECT_EQ(fake_mpi::left(), 0U);
    }
    static bool poll() { return only->engine.poll(); }
    std::unique_ptr<seat> make(std::shared_ptr<memory_lane> by)
    {
        return std::make_unique<seat>(1, pool, engine.messages(), tag_ranges::width, std::move(by));
    }
    // Hears one message.
    int start(int range, MPI_Request& request)
    {
        auto hear = [](mpi_port& port, const no_data&) { return hear_one(net(port, 0, 1), port.scratch(100)); };
        auto at = tags.take_seat(range);
        if (!at) at = make(lane);
        auto one = std::make_unique<nonblocking_on<no_data, decltype(hear)>>(std::move(at), tags, range, hear);
        return engine.start(std::move(one), 1, &request);
    }
    static task hear_one(net on, bytes into) { co_await on.recv(0, into); }
    // In so many polls.
    int looks(int polls)
    {
        int before = links->looks;
        for (int i = 0; i < polls; ++i) poll();
        return links->looks - before;
    }

    memory_pool pool;
    nonblocking_engine engine{poll};
    std::shared_ptr<closed_links> links = std::make_shared<closed_links>();
    std::shared_ptr<memory_lane> lane = std::make_shared<memory_lane>(links);
    tag_ranges tags{1 << 28};
    static inline LeftSeats* only = nullptr;
};

TEST_P(LeftSeats, AreTakenOnceByWhoHasTheSameTagsNext)
{
    EXPECT_FALSE(tags.take_seat(3));
    for (int i = 0; i < 3; ++i) {
        auto request = MPI_REQUEST_NULL;
        links->end_next(1);
        EXPECT_EQ(start(3, request), MPI_SUCCESS);
        fake_mpi::wait(&request);
        EXPECT_EQ(pool.taken(), 0U);
    }
    EXPECT_FALSE(tags.take_seat(2));
    EXPECT_TRUE(tags.take_seat(3));
    EXPECT_FALSE(tags.take_seat(3));
    EXPECT_EQ(looks(5), 0);
}

TEST_P(LeftSeats, AreTheLastOnesOfThoseInLineAndOneOfTheseIsLookedAtAtATime)
{
    MPI_Request requests[3];
    for (auto& one : requests) EXPECT_EQ(start(3, one), MPI_SUCCESS);
    EXPECT_EQ(engine.in_flight(), 3);
    for (int left = 3; left > 0; --left) {
        EXPECT_EQ(looks(5), 5);
        links->end_next(1);
        poll();
        EXPECT_EQ(engine.in_flight(), left - 1);
    }
    EXPECT_EQ(looks(5), 0);
    for (auto& one : requests) fake_mpi::wait(&one);
    EXPECT_EQ(lane.use_count(), 1 + 2); // of the seat's own and of the way that it lent to its port
    tags.clear_seats();
    EXPECT_EQ(lane.use_count(), 1);
}

TEST_P(LeftSeats, AreNoneWhoseRequestCouldNotBeMade)
{
    auto request = MPI_REQUEST_NULL;
    mpi.Grequest_start = [](MPI_Grequest_query_function*, MPI_Grequest_free_function*, MPI_Grequest_cancel_function*,
                            void*, MPI_Request*) -> int { return MPI_ERR_NO_MEM; };
    EXPECT_EQ(start(3, request), MPI_ERR_NO_MEM);
    EXPECT_EQ(engine.in_flight(), 0);
    EXPECT_TRUE(links->waiting.empty());
    EXPECT_EQ(looks(5), 0);
    EXPECT_FALSE(tags.take_seat(3));
    EXPECT_EQ(tags.failure(), MPI_ERR_NO_MEM);
    fake_mpi::begin(GetParam());
}

TEST_P(LeftSeats, AreNoneOfAnErrorNoneWithoutALaneNoneThatIsStillReadAndNoneOfPersistentOnes)
{
    auto failed = make(lane);
    failed->port.fail(MPI_ERR_TRUNCATE);
    tags.leave_seat(1, std::move(failed));
    tags.leave_seat(2, make(nullptr));
    tags.leave_seat(tag_ranges::most + 1, make(lane));
    links->lends = true;
    tags.leave_seat(3, make(lane));
    for (int range : {1, 2, 3, tag_ranges::most + 1}) EXPECT_FALSE(tags.take_seat(range)) << range;
    EXPECT_EQ(lane.use_count(), 1);
}

TEST_P(LeftSeats, AreForAllThreads)
{
    std::vector<std::thread> all;
    for (int i = 0; i < 4; ++i)
        all.emplace_back([&] {
            for (int k = 0; k < 2000; ++k) {
                int range = 1 + k % 3;
                auto mine = tags.take_seat(range);
                if (!mine) mine = make(lane);
                EXPECT_EQ(mine->port.scratch(64).size(), 64U);
                tags.leave_seat(range, std::move(mine));
            }
        });
    for (auto& one : all) one.join();
    EXPECT_LE(lane.use_count(), 1 + 2 * 3);
}

INSTANTIATE_TEST_SUITE_P(OfBothLibraries, LeftSeats, testing::Bool());

} // namespace
} // namespace hocket
