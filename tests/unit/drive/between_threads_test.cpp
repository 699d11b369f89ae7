// SPDX-License-Identifier: BSD-3-Clause
// What threads of a program do with operations that are under way, for the thread sanitizer to look at.
#include "async/group.hpp"
#include "drive/fake_mpi.hpp"
#include "drive/persistent.hpp"
#include "drive/progress_thread.hpp"
#include "net/net.hpp"
#include <chrono>
#include <gtest/gtest.h>
#include <random>

namespace hocket {
namespace {

constexpr int threads = 3;

// The one engine of this process, as process has it.
struct world {
    memory_pool pool;
    nonblocking_engine engine{poll};
    persistent_requests again{engine};
    static world* only;

    explicit world(bool asks_singly) { fake_mpi::begin(asks_singly), only = this; }
    static bool poll() { return only->engine.poll(); }

    void expect_nothing_left()
    {
        EXPECT_EQ(engine.in_flight(), 0);
        EXPECT_EQ(engine.unheard(), 0);
        EXPECT_EQ(engine.messages().size(), 0u);
        EXPECT_EQ(pool.taken(), 0u);
        EXPECT_EQ(fake_mpi::left(), 0u);
    }
};
world* world::only = nullptr;

// What a program computes with: the first is handed on to all others, by messages from this rank to itself.
using chain = std::array<int, 6>;
struct chain_data {
    chain_data(mpi_port&, chain* of) : is(of) {}
    chain* is;
};

task send_one(net on, int& from)
{
    co_await on.send(0, std::as_bytes(std::span(&from, 1)));
}

task receive_one(net on, int& into)
{
    co_await on.recv(0, std::as_writable_bytes(std::span(&into, 1)));
}

task hand_on(net on, chain& data)
{
    for (std::size_t i = 1; i < data.size(); ++i) {
        group at_once;
        at_once.add(receive_one(on, data[i]));
        at_once.add(send_one(on, data[i - 1]));
        co_await at_once.all();
    }
}

std::unique_ptr<nonblocking_operation> operation(world& in, MPI_Comm comm, tag_ranges& tags, int range, chain& data)
{
    auto on_all = [](mpi_port& port, const chain_data& made) {
        port.scratch(100);
        return hand_on(net(port, 0, 1), *made.is);
    };
    using made = nonblocking_on<chain_data, decltype(on_all), chain*>;
    auto at = std::make_unique<seat>(comm, in.pool, in.engine.messages(), range * tag_ranges::width);
    return std::make_unique<made>(std::move(at), tags, range, on_all, &data);
}

struct started {
    MPI_Request request = MPI_REQUEST_NULL;
    chain data{};
};

template <class Body> void by_threads(Body body)
{
    std::vector<std::thread> all;
    for (int i = 0; i < threads; ++i) all.emplace_back(body, i);
    for (auto& one : all) one.join();
}

class BetweenThreads : public testing::TestWithParam<bool> {};

// Each starts operations on a communicator of its own, ends some of them, and leaves the others to the next thread.
TEST_P(BetweenThreads, OperationsEndWhoeverWaitsForThem)
{
    world in(GetParam());
    std::deque<tag_ranges> tags;
    std::deque<started> left[threads];
    for (int i = 0; i < threads; ++i) tags.emplace_back(1 << 28);
    auto start = [&](int thread) {
        std::mt19937 dice(unsigned(thread) + 1);
        std::deque<started> mine;
        for (int i = 0; i < 100; ++i) {
            auto& one = dice() % 2 ? mine.emplace_back() : left[thread].emplace_back();
            one.data[0] = thread * 1000 + i;
            auto& of = tags[std::size_t(thread)];
            in.engine.start(operation(in, thread, of, of.next(), one.data), thread, &one.request);
            if (!mine.empty() && dice() % 4 == 0) fake_mpi::test(&mine.front().request);
        }
        for (auto& one : mine) fake_mpi::wait(&one.request);
        for (auto& one : mine) EXPECT_EQ(one.data.back(), one.data[0]);
    };
    by_threads(start);
    by_threads([&](int thread) {
        for (auto& one : left[(thread + 1) % threads]) {
            fake_mpi::wait(&one.request);
            EXPECT_EQ(one.data.back(), one.data[0]);
        }
    });
    in.expect_nothing_left();
}

// By the same thread, which has the gate. The range of tags is that of the one whose start looks.
TEST_P(BetweenThreads, OneThatStartsInsideALookForAnotherDoesNotWaitForItself)
{
    world in(GetParam());
    tag_ranges tags(1 << 28);
    started outer, inner;
    outer.data[0] = 1, inner.data[0] = 2;
    int range = tags.next();
    fake_mpi::call_in_next_progress(
        [&] { in.engine.start(operation(in, 1, tags, range, inner.data), 1, &inner.request); });
    in.engine.start(operation(in, 1, tags, range, outer.data), 1, &outer.request);
    for (auto* one : {&inner, &outer}) fake_mpi::wait(&one->request);
    for (auto* one : {&inner, &outer}) EXPECT_EQ(one->data.back(), one->data[0]);
    EXPECT_EQ(in.engine.in_flight(), 0);
    EXPECT_EQ(fake_mpi::left(), 0u);
}

// On one communicator: who makes a request is not who frees it.
TEST_P(BetweenThreads, PersistentOnesAreMadeByOneAndFreedByOthers)
{
    world in(GetParam());
    tag_ranges tags(1 << 28);
    tags.renew(tags.in_use());
    std::mutex lock;
    std::deque<std::unique_ptr<started>> made;
    auto make = [&] {
        for (int i = 0; i < 60; ++i) {
            auto one = std::make_unique<started>();
            one->data[0] = i;
            for (int look = 0; look < 50; ++look) tags.in_use(); // as when all have been used
            in.again.add(operation(in, 1, tags, tags.next_lasting(), one->data), {}, &one->request);
            std::lock_guard held(lock);
            made.push_back(std::move(one));
        }
    };
    auto take = [&]() -> std::unique_ptr<started> {
        std::lock_guard held(lock);
        if (made.empty()) return nullptr;
        auto one = std::move(made.front());
        made.pop_front();
        return one;
    };
    std::atomic<int> used{0};
    auto use = [&] {
        while (used < 60) {
            auto one = take();
            if (!one) continue;
            ++used;
            for (int turn = 0; turn < 3; ++turn) {
                one->data.back() = -1;
                EXPECT_EQ(in.again.start(one->request), MPI_SUCCESS);
                if (turn == 0) EXPECT_EQ(in.again.tell(1, &one->request), MPI_SUCCESS);
                else in.again.hear(1, &one->request);
                fake_mpi::wait(&one->request);
                EXPECT_EQ(one->data.back(), one->data[0]);
            }
            in.again.forget(one->request);
            mpi.Request_free(&one->request);
        }
    };
    by_threads([&](int thread) { thread == 0 ? make() : use(); });
    EXPECT_EQ(tags.alive(), 0);
    EXPECT_FALSE(in.again.any());
    EXPECT_EQ(persistent_requests::unheard(), 0);
    in.expect_nothing_left();
}

// The thread is there before the first, sleeps between them, and ends while they are heard of.
TEST_P(BetweenThreads, AThreadForProgressEndsWhatTheProgramOnlyLooksAt)
{
    world in(GetParam());
    tag_ranges tags(1 << 28);
    for (int life = 0; life < 5; ++life) {
        cast_keeper casts;
        progress_thread carries(in.engine, casts);
        carries.start();
        for (int i = 0; i < 20; ++i) {
            started one;
            one.data[0] = i;
            in.engine.start(operation(in, 1, tags, tags.next(), one.data), 1, &one.request);
            auto until = std::chrono::steady_clock::now() + std::chrono::seconds(30);
            while (in.engine.in_flight() > 0) {
                ASSERT_LT(std::chrono::steady_clock::now(), until);
                std::this_thread::yield();
            }
            EXPECT_EQ(one.data.back(), i);
            fake_mpi::wait(&one.request);
        }
        carries.stop();
    }
    in.expect_nothing_left();
}

INSTANTIATE_TEST_SUITE_P(AsMPICHAndAsOpenMPI, BetweenThreads, testing::Bool());

} // namespace
} // namespace hocket
