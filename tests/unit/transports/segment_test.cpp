// SPDX-License-Identifier: BSD-3-Clause
#include "transports/shared/remote_memory.hpp"
#include "transports/shared/segment.hpp"
#include <cstring>
#include <filesystem>
#include <gtest/gtest.h>
#include <numeric>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace hocket {
namespace {

constexpr std::size_t some = 1 << 16;

// The exit status of `body` in a process of its own.
template <class Body> int in_a_child(Body body)
{
    auto child = fork();
    if (child == 0) _exit(body());
    int status = -1;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

long open_files()
{
    return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {});
}

TEST(Segment, IsSharedByThoseWhoKnowTheDoor)
{
    auto made = segment::create(some);
    ASSERT_TRUE(made) << made.error().what;
    EXPECT_EQ(made->memory()[some - 1], std::byte(0));
    auto door = made->open_door();
    EXPECT_EQ(in_a_child([&] {
                  auto found = segment::attach(door, some);
                  if (!found) return 1;
                  found->memory()[7] = std::byte(42);
                  return 0;
              }),
              0);
    EXPECT_EQ(made->memory()[7], std::byte(42));
}

TEST(Segment, RefusesMoreThanAProcessMayHaveUntilSomeIsGivenBack)
{
    std::vector<segment> all;
    for (int i = 0; i < 3; ++i) { // each has a page more than a quarter
        auto made = segment::create(segment::most_mapped / 4);
        ASSERT_TRUE(made) << made.error().what;
        all.push_back(*std::move(made));
    }
    auto refused = segment::create(segment::most_mapped / 4);
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().what.find("communicators of this process"), std::string::npos);
    EXPECT_TRUE(segment::create(some));
    all.pop_back();
    EXPECT_TRUE(segment::create(segment::most_mapped / 4));
}

TEST(Segment, RefusesWhatIsNotIts)
{
    auto made = segment::create(some), other = segment::create(some);
    ASSERT_TRUE(made && other);
    auto door = made->open_door();
    EXPECT_FALSE(segment::attach(door, 2 * some));
    door.secret ^= 1; // as of a process of the same number in another container
    auto found = segment::attach(door, some);
    ASSERT_FALSE(found);
    EXPECT_NE(found.error().what.find("not the shared memory of this job"), std::string::npos);
    door.descriptor = 9999;
    auto nothing = segment::attach(door, some);
    ASSERT_FALSE(nothing);
    EXPECT_NE(nothing.error().what.find("/fd/9999"), std::string::npos);
}

TEST(Segment, LeavesNoOpenFile)
{
    auto before = open_files();
    for (int i = 0; i < 100; ++i) {
        auto made = segment::create(some);
        ASSERT_TRUE(made);
        auto found = segment::attach(made->open_door(), some);
        ASSERT_TRUE(found);
        found->memory()[0] = std::byte(1);
        made->close_door();
        EXPECT_EQ(open_files(), before);
    }
    EXPECT_EQ(open_files(), before);
}

TEST(RemoteMemory, ReadsPiecesAndCombines)
{
    std::vector<std::byte> lent(300'000), got(lent.size());
    for (std::size_t i = 0; i < lent.size(); ++i) lent[i] = std::byte(i * 7);
    bytes all(lent), into(got);
    bytes from[]{all.first(5), all.subspan(5, 0), all.subspan(5, 100'000), all.subspan(100'005)};
    bytes to[]{into.first(100'001), into.subspan(100'001)};
    slot what;
    what.where = carried::lent;
    what.lent = {reinterpret_cast<std::uintptr_t>(from), lent.size(), 4, 1, 0};
    request r{.what = verb::recv, .count = got.size()};
    r.pieces = to;
    r.piece_count = 2;
    remote_memory far({getpid()});
    if (std::uint64_t word = 0, same = 0; !remote_memory::peek(getpid(), reinterpret_cast<std::uintptr_t>(&word), same))
        GTEST_SKIP() << "processes may not be read here";
    EXPECT_EQ(far.read(0, what, r), remote_memory::outcome::read);
    EXPECT_EQ(got, lent);

    reduction adding{[](const reduction&, bytes out, cbytes low, cbytes high) {
                         for (std::size_t i = 0; i < out.size(); ++i) out[i] = std::byte(int(low[i]) + int(high[i]));
                     },
                     3, true};
    request sum{.what = verb::recv_reduce, .into = got.data(), .count = got.size(), .how = &adding};
    what.lent = {reinterpret_cast<std::uintptr_t>(lent.data()), lent.size(), 0, 2, 0};
    EXPECT_EQ(far.read(0, what, sum), remote_memory::outcome::read);
    for (std::size_t i = 0; i < lent.size(); ++i) ASSERT_EQ(got[i], std::byte(2 * int(lent[i]))) << i;
}

TEST(RemoteMemory, RefusesWhatItMayNotReadAndDoesNotTryAgain)
{
    auto gone = fork();
    if (gone == 0) _exit(0);
    waitpid(gone, nullptr, 0);
    std::vector<std::byte> got(10, std::byte(3));
    slot what;
    what.lent = {reinterpret_cast<std::uintptr_t>(got.data()), got.size(), 0, 1, 0};
    request r{.what = verb::recv, .into = got.data(), .count = got.size()};
    remote_memory far({gone});
    EXPECT_EQ(far.read(0, what, r), remote_memory::outcome::refused);
    EXPECT_EQ(far.read(0, what, r), remote_memory::outcome::refused);
    EXPECT_EQ(got, std::vector<std::byte>(10, std::byte(3)));
}

// The system ends who goes beyond it by a signal.
TEST(Segment, SaysThatTheLimitOfFilesIsTooSmall)
{
    int status = in_a_child([] {
        rlimit least{4096, 4096};
        setrlimit(RLIMIT_FSIZE, &least);
        auto made = segment::create(some);
        return !made && made.error().what.find("RLIMIT_FSIZE") != std::string::npos ? 0 : 1;
    });
    EXPECT_EQ(status, 0);
}

} // namespace
} // namespace hocket
