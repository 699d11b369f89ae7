// SPDX-License-Identifier: BSD-3-Clause
#include "transports/shared/socket_watch.hpp"
#include "transports/shared/waiter.hpp"
#include <arpa/inet.h>
#include <array>
#include <chrono>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <memory>
#include <netinet/in.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace hocket {
namespace {

using namespace std::chrono_literals;
constexpr std::int64_t ms = 1'000'000;

sockaddr_in local(const char* address, in_port_t port = 0)
{
    sockaddr_in at{};
    at.sin_family = AF_INET;
    at.sin_port = port;
    inet_pton(AF_INET, address, &at.sin_addr);
    return at;
}

// A stream from 127.0.0.1 to the other address, which is of this machine as well.
class stream {
public:
    explicit stream(const char* to = "127.0.0.2")
    {
        auto listens = socket(AF_INET, SOCK_STREAM, 0);
        auto there = local(to), here = local("127.0.0.1");
        socklen_t size = sizeof there;
        EXPECT_EQ(bind(listens, reinterpret_cast<sockaddr*>(&there), size), 0);
        EXPECT_EQ(listen(listens, 1), 0);
        getsockname(listens, reinterpret_cast<sockaddr*>(&there), &size);
        near = socket(AF_INET, SOCK_STREAM, 0);
        EXPECT_EQ(bind(near, reinterpret_cast<sockaddr*>(&here), sizeof here), 0);
        EXPECT_EQ(connect(near, reinterpret_cast<sockaddr*>(&there), sizeof there), 0);
        far = accept(listens, nullptr, nullptr);
        close(listens);
    }
    ~stream() { close(near), close(far); }
    stream(const stream&) = delete;
    stream& operator=(const stream&) = delete;

    int near, far;
};

bool finds_streams(socket_watch& watch)
{
    auto until = std::chrono::steady_clock::now() + 10s;
    while (!watch.has_streams() && std::chrono::steady_clock::now() < until) watch.sleep(ms);
    return watch.has_streams();
}

// That sockets are new and have room is news, once.
void hear_all(socket_watch& watch)
{
    while (watch.sleep(ms)) {}
}

// Is it over long before its time?
bool ends_early(socket_watch& watch)
{
    auto begin = std::chrono::steady_clock::now();
    return watch.sleep(900 * ms) && std::chrono::steady_clock::now() - begin < 600ms;
}

void say(int socket)
{
    ASSERT_EQ(write(socket, "x", 1), 1);
}

TEST(SocketWatch, KnowsStreamsThatLeadAway)
{
    socket_watch before;
    before.sleep(ms);
    EXPECT_FALSE(before.has_streams());
    stream to_this_node("127.0.0.1");
    socket_watch with_one_of_its_own;
    with_one_of_its_own.sleep(ms);
    EXPECT_FALSE(with_one_of_its_own.has_streams());
    stream away;
    socket_watch watch;
    watch.sleep(ms);
    EXPECT_TRUE(watch.has_streams());
}

// A library's connection is mostly seen while it is being made.
TEST(SocketWatch, CountsAStreamThatItWatchedBeforeItWasConnected)
{
    auto early = socket(AF_INET, SOCK_STREAM, 0);
    socket_watch watch;
    watch.sleep(ms);
    EXPECT_FALSE(watch.has_streams());
    auto listens = socket(AF_INET, SOCK_STREAM, 0);
    auto there = local("127.0.0.2"), here = local("127.0.0.1");
    socklen_t size = sizeof there;
    bind(listens, reinterpret_cast<sockaddr*>(&there), size);
    listen(listens, 1);
    getsockname(listens, reinterpret_cast<sockaddr*>(&there), &size);
    bind(early, reinterpret_cast<sockaddr*>(&here), sizeof here);
    EXPECT_EQ(connect(early, reinterpret_cast<sockaddr*>(&there), sizeof there), 0);
    EXPECT_TRUE(finds_streams(watch));
    close(early), close(listens);
}

// Who sends multicasts has a connected socket, over which no message comes.
TEST(SocketWatch, DoesNotCountDatagrams)
{
    auto sends = socket(AF_INET, SOCK_DGRAM, 0);
    auto there = local("127.0.0.2", htons(9));
    EXPECT_EQ(connect(sends, reinterpret_cast<sockaddr*>(&there), sizeof there), 0);
    socket_watch watch;
    watch.sleep(ms);
    EXPECT_FALSE(watch.has_streams());
    close(sends);
}

TEST(SocketWatch, FindsStreamsThatAreMadeLater)
{
    socket_watch watch;
    watch.sleep(ms);
    stream away;
    EXPECT_TRUE(finds_streams(watch));
}

TEST(SocketWatch, WakesWhenSomethingComes)
{
    stream away;
    socket_watch watch;
    hear_all(watch);
    std::thread other([&] {
        std::this_thread::sleep_for(5ms);
        say(away.far);
    });
    EXPECT_TRUE(ends_early(watch));
    other.join();
}

TEST(SocketWatch, DoesNotSleepOverWhatHasComeSince)
{
    stream away;
    socket_watch watch;
    hear_all(watch);
    say(away.far);
    EXPECT_TRUE(ends_early(watch));
}

TEST(SocketWatch, IsNotWokenTwiceByWhatNobodyReads)
{
    stream away;
    socket_watch watch;
    hear_all(watch);
    say(away.far);
    EXPECT_TRUE(ends_early(watch));
    EXPECT_FALSE(watch.sleep(20 * ms));
}

TEST(SocketWatch, WakesWhenThereIsRoomAgain)
{
    stream away;
    socket_watch watch;
    fcntl(away.near, F_SETFL, O_NONBLOCK);
    fcntl(away.far, F_SETFL, O_NONBLOCK);
    std::array<char, 65536> bytes_there{};
    while (write(away.near, bytes_there.data(), bytes_there.size()) > 0) {}
    hear_all(watch);
    std::thread other([&] {
        std::this_thread::sleep_for(5ms);
        while (read(away.far, bytes_there.data(), bytes_there.size()) > 0) {}
    });
    EXPECT_TRUE(ends_early(watch));
    other.join();
}

// Messages take another way than the sockets that are there.
TEST(SocketWatch, IsBelievedNoLongerAfterMessagesThatItMissed)
{
    stream away;
    socket_watch watch;
    hear_all(watch);
    for (int i = 0; i < 15; ++i) watch.count_message(false);
    watch.count_message(true);
    for (int i = 0; i < 15; ++i) watch.count_message(false);
    EXPECT_TRUE(watch.has_streams());
    watch.count_message(false);
    EXPECT_FALSE(watch.has_streams());
}

TEST(SocketWatch, ForgetsStreamsThatAreClosed)
{
    socket_watch watch;
    {
        stream away;
        EXPECT_TRUE(finds_streams(watch));
    }
    auto until = std::chrono::steady_clock::now() + 10s;
    while (watch.has_streams() && std::chrono::steady_clock::now() < until) watch.sleep(ms);
    EXPECT_FALSE(watch.has_streams());
}

// The waiter's watch is that of the process. These tests leave it without belief in its streams, so each makes more.
class crowd_over_streams : public testing::Test {
protected:
    crowd_over_streams()
    {
        made.push_back(std::make_unique<stream>());
        EXPECT_TRUE(finds_streams(socket_watch::here()));
    }
    ~crowd_over_streams() override
    {
        for (int i = 0; i < 16; ++i) socket_watch::here().count_message(false);
    }

    // In so many looks without an event.
    static bool sleeps_within(waiter& wait, int looks, bool only_messages)
    {
        bool slept = false;
        for (int i = 0; i < looks; ++i) slept |= wait.pause([=] { return only_messages; });
        return slept;
    }
    // Beside others a later look may come when the rank has waited long, and then it sleeps; but not in all tries.
    static bool stays_awake(bool far)
    {
        for (int i = 0; i < 100; ++i)
            if (waiter wait(true, far); !sleeps_within(wait, 3, true)) return true;
        return false;
    }

private:
    static inline std::vector<std::unique_ptr<stream>> made;
};

TEST_F(crowd_over_streams, SleepsAfterTheLooksThatSeeWhatHasCome)
{
    waiter one(true, true, 1), two(true, true, 2);
    EXPECT_TRUE(sleeps_within(one, 1, true));
    EXPECT_FALSE(sleeps_within(two, 1, true));
    EXPECT_TRUE(sleeps_within(two, 1, true));
    EXPECT_FALSE(sleeps_within(two, 1, true)); // a socket may have ended the sleep
}

TEST_F(crowd_over_streams, DoesNotSleepAtOnceWhileSomethingIsDueFromThisNode)
{
    for (int i = 0; i < 100; ++i) waiter forgets_what_other_tests_have_seen(false, true);
    waiter both(true, true), alone(false, true);
    EXPECT_FALSE(sleeps_within(both, 1, false)); // its later looks may come when it has waited long
    EXPECT_TRUE(stays_awake(false));
    EXPECT_FALSE(sleeps_within(alone, 3, true));
}

TEST_F(crowd_over_streams, SleepsAsElsewhereAfterMessagesOfWhichNoSocketTold)
{
    hear_all(socket_watch::here());
    for (int i = 0; i < 16; ++i) {
        waiter wait(true, true);
        EXPECT_TRUE(sleeps_within(wait, 1, true)) << i;
        wait.reset();
    }
    EXPECT_TRUE(stays_awake(true));
}

} // namespace
} // namespace hocket
