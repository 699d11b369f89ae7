// SPDX-License-Identifier: BSD-3-Clause
// Nonblocking and persistent operations whose own block is still to be moved, of a rank that sends to itself.
#include "async/group.hpp"
#include "drive/fake_mpi.hpp"
#include "drive/late_block.hpp"
#include "drive/persistent.hpp"
#include "net/net.hpp"
#include <gtest/gtest.h>
#include <numeric>

namespace hocket {
namespace {

// Of two blocks the first is this rank's, and the second is to become the same.
struct two_blocks {
    std::vector<unsigned char> own, all;

    explicit two_blocks(std::size_t n) : own(n), all(2 * n, 0) { std::iota(own.begin(), own.end(), 1); }
    bool is_right() const
    {
        auto middle = all.begin() + std::ptrdiff_t(own.size());
        return std::equal(own.begin(), own.end(), all.begin()) && std::equal(own.begin(), own.end(), middle);
    }
    bytes first() { return std::as_writable_bytes(std::span(all)).first(own.size()); }
    bytes second() { return std::as_writable_bytes(std::span(all)).subspan(own.size()); }
};

// As an allgather has it.
class late_data {
public:
    late_data(mpi_port&, two_blocks* of) : of_(of), late_(std::as_bytes(std::span(of->own)), of->first()) {}
    two_blocks& blocks() const { return *of_; }
    staging* picture() { return &late_; }
    void meanwhile() { late_.move(); }

private:
    two_blocks* of_;
    late_block late_;
};

task send(net on, cbytes what)
{
    co_await on.send(0, what);
}

task receive(net on, bytes into)
{
    co_await on.recv(0, into);
}

// Over as soon as it has begun, without a message.
task copies(net on, two_blocks& of)
{
    co_await on.copy(of.second(), of.first());
}

task exchanges(net on, two_blocks& of)
{
    group at_once;
    at_once.add(receive(on, of.second()));
    at_once.add(send(on, of.first()));
    co_await at_once.all();
}

using start = task (*)(net, two_blocks&);

struct late_world {
    memory_pool pool;
    nonblocking_engine engine{poll};
    persistent_requests again{engine};
    tag_ranges tags{1 << 28};
    static late_world* only;

    explicit late_world(bool asks_singly)
    {
        fake_mpi::begin(asks_singly), only = this;
        tags.renew(tags.in_use());
    }
    static bool poll() { return only->engine.poll(); }
    auto operation(two_blocks& of, start how, int range)
    {
        auto on_all = [how](mpi_port& port, const late_data& made) { return how(net(port, 0, 1), made.blocks()); };
        using made = nonblocking_on<late_data, decltype(on_all), two_blocks*>;
        auto at = std::make_unique<seat>(1, pool, engine.messages(), range * tag_ranges::width);
        return std::make_unique<made>(std::move(at), tags, range, on_all, &of);
    }
    void expect_nothing_left()
    {
        EXPECT_EQ(engine.in_flight(), 0);
        EXPECT_EQ(engine.messages().size(), 0U);
        EXPECT_EQ(pool.taken(), 0U);
        EXPECT_EQ(fake_mpi::left(), 0U);
    }
};
late_world* late_world::only = nullptr;

class LateNonblocking : public testing::TestWithParam<std::tuple<bool, start>> {};

// Before anybody waits for it: by the copy itself, or by the looks that follow its beginning.
TEST_P(LateNonblocking, HasItsBlockMovedWhereItEndsInsideItsStart)
{
    auto [asks_singly, how] = GetParam();
    late_world in(asks_singly);
    for (std::size_t n : {1, 5000, 70'000}) {
        two_blocks data(n);
        auto request = MPI_REQUEST_NULL;
        EXPECT_EQ(in.engine.start(in.operation(data, how, in.tags.next()), 1, &request), MPI_SUCCESS);
        EXPECT_EQ(in.engine.in_flight(), 0) << "it has not ended inside its start";
        EXPECT_EQ(in.engine.unheard(), 0);
        EXPECT_TRUE(data.is_right()) << n;
        fake_mpi::wait(&request);
    }
    in.expect_nothing_left();
}

// It starts inside the start of another, and is put off until that one's turn is over.
TEST_P(LateNonblocking, HasItsBlockMovedWhereItEndsLater)
{
    auto [asks_singly, how] = GetParam();
    late_world in(asks_singly);
    two_blocks data(5000), other(10);
    MPI_Request first = MPI_REQUEST_NULL, second = MPI_REQUEST_NULL;
    fake_mpi::call_in_next_progress([&] { in.engine.start(in.operation(data, how, in.tags.next()), 1, &second); });
    in.engine.start(in.operation(other, exchanges, in.tags.next()), 1, &first);
    fake_mpi::wait(&second);
    fake_mpi::wait(&first);
    EXPECT_TRUE(data.is_right());
    EXPECT_TRUE(other.is_right());
    in.expect_nothing_left();
}

TEST_P(LateNonblocking, HasItsBlockMovedAtEachStartOfAPersistentOne)
{
    auto [asks_singly, how] = GetParam();
    late_world in(asks_singly);
    two_blocks data(5000);
    auto request = MPI_REQUEST_NULL;
    in.again.add(in.operation(data, how, in.tags.next_lasting()), {}, &request);
    for (int turn = 0; turn < 3; ++turn) {
        std::ranges::fill(data.all, 0);
        data.own[0] = (unsigned char)(100 + turn);
        EXPECT_EQ(in.again.start(request), MPI_SUCCESS);
        fake_mpi::wait(&request);
        EXPECT_TRUE(data.is_right()) << turn;
    }
    in.again.forget(request);
    mpi.Request_free(&request);
    in.expect_nothing_left();
}

// Its receive is not started: nothing is sent, and to wait for it is to wait for nothing.
TEST(PersistentThatEndsInsideItsStart, SendsNoMessageUnlessSomebodyAsksWhichHaveEnded)
{
    late_world in(true);
    two_blocks data(5000);
    MPI_Request other = MPI_REQUEST_NULL, request = MPI_REQUEST_NULL;
    in.again.add(in.operation(data, copies, in.tags.next_lasting()), {}, &request);
    for (int turn = 0; turn < 4; ++turn) {
        int before = fake_mpi::sent();
        MPI_Request both[] = {other, request};
        EXPECT_EQ(in.again.start(request), MPI_SUCCESS);
        EXPECT_EQ(fake_mpi::sent(), before);
        EXPECT_EQ(persistent_requests::unheard(), 1);
        if (turn % 2) EXPECT_EQ(in.again.tell(2, both), MPI_SUCCESS);
        else in.again.hear(2, both);
        EXPECT_EQ(persistent_requests::unheard(), 0);
        EXPECT_EQ(in.again.tell(2, both), MPI_SUCCESS) << "it has been heard of";
        EXPECT_EQ(fake_mpi::sent(), before + turn % 2);
        fake_mpi::wait(&request);
    }
    EXPECT_EQ(in.again.start(request), MPI_SUCCESS);
    in.again.forget(request);
    EXPECT_EQ(persistent_requests::unheard(), 0) << "it is freed unheard";
    mpi.Request_free(&request);
    in.expect_nothing_left();
}

// It waits for a message of its own, and so does the program.
TEST(PersistentThatEndsLater, SendsAMessage)
{
    late_world in(true);
    two_blocks data(5000), other(10);
    MPI_Request first = MPI_REQUEST_NULL, request = MPI_REQUEST_NULL;
    in.again.add(in.operation(data, exchanges, in.tags.next_lasting()), {}, &request);
    fake_mpi::call_in_next_progress([&] { in.again.start(request); });
    in.engine.start(in.operation(other, exchanges, in.tags.next()), 1, &first);
    EXPECT_EQ(persistent_requests::unheard(), 0);
    fake_mpi::wait(&request);
    fake_mpi::wait(&first);
    EXPECT_TRUE(data.is_right());
    EXPECT_EQ(fake_mpi::sent(), 3);
    in.again.forget(request);
    mpi.Request_free(&request);
    in.expect_nothing_left();
}

INSTANTIATE_TEST_SUITE_P(OfBothLibraries, LateNonblocking,
                         testing::Combine(testing::Bool(), testing::Values(copies, exchanges)));

} // namespace
} // namespace hocket
