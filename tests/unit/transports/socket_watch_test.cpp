// SPDX-License-Identifier: BSD-3-Clause
#include "transports/shared/socket_watch.hpp"
#include <arpa/inet.h>
#include <array>
#include <chrono>
#include <fcntl.h>
#include <gtest/gtest.h>
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

// That sockets are new and have room is news, once.
void hear_all(socket_watch& watch)
{
    while (watch.sleep(ms)) {}
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

TEST(SocketWatch, FindsStreamsThatAreMadeLater)
{
    socket_watch watch;
    watch.sleep(ms);
    stream away;
    for (auto until = std::chrono::steady_clock::now() + 10s;
         !watch.has_streams() && std::chrono::steady_clock::now() < until;)
        watch.sleep(ms);
    EXPECT_TRUE(watch.has_streams());
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
    EXPECT_TRUE(watch.sleep(900 * ms));
    other.join();
}

TEST(SocketWatch, DoesNotSleepOverWhatHasComeSince)
{
    stream away;
    socket_watch watch;
    hear_all(watch);
    say(away.far);
    EXPECT_TRUE(watch.sleep(900 * ms));
}

TEST(SocketWatch, IsNotWokenTwiceByWhatNobodyReads)
{
    stream away;
    socket_watch watch;
    hear_all(watch);
    say(away.far);
    EXPECT_TRUE(watch.sleep(900 * ms));
    EXPECT_FALSE(watch.sleep(20 * ms));
}

TEST(SocketWatch, WakesWhenThereIsRoomAgain)
{
    stream away;
    socket_watch watch;
    fcntl(away.near, F_SETFL, O_NONBLOCK);
    fcntl(away.far, F_SETFL, O_NONBLOCK);
    std::array<char, 65536> some{};
    while (write(away.near, some.data(), some.size()) > 0) {}
    hear_all(watch);
    std::thread other([&] {
        std::this_thread::sleep_for(5ms);
        while (read(away.far, some.data(), some.size()) > 0) {}
    });
    EXPECT_TRUE(watch.sleep(900 * ms));
    other.join();
}

// Messages take another way than the sockets that are there.
TEST(SocketWatch, IsBelievedNoLongerAfterMessagesThatItMissed)
{
    stream away;
    socket_watch watch;
    hear_all(watch);
    for (int i = 0; i < 15; ++i) watch.believe(false);
    watch.believe(true);
    for (int i = 0; i < 15; ++i) watch.believe(false);
    EXPECT_TRUE(watch.has_streams());
    watch.believe(false);
    EXPECT_FALSE(watch.has_streams());
}

} // namespace
} // namespace hocket
