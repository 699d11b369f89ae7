// SPDX-License-Identifier: BSD-3-Clause
// The device layer on the test double of a driver. The first two tests have to be the first: a driver stays loaded.
#include "device/devices.hpp"
#include "device/driver_double.hpp"
#include <algorithm>
#include <gtest/gtest.h>
#include <random>
#include <sys/mman.h>
#include <thread>

namespace hocket {
namespace {

devices& here()
{
    static devices only;
    return only;
}

memory_place place_of(const void* at)
{
    bool freed = false;
    return here().place_of(at, freed);
}

bool is_freed(const void* at)
{
    bool freed = false;
    here().place_of(at, freed);
    return freed;
}

std::vector<std::byte> numbers(std::size_t n, unsigned seed)
{
    std::mt19937 random(seed);
    std::vector<std::byte> all(n);
    for (auto& one : all) one = std::byte(random());
    return all;
}

std::vector<std::byte> brought(const std::byte* at, std::size_t n)
{
    std::vector<std::byte> all(n);
    EXPECT_EQ(driver_double::here().copy(all.data(), at, n), 0);
    return all;
}

TEST(devices, are_not_looked_for_while_nothing_is_loaded)
{
    for (int i = 0; i < 3; ++i) ASSERT_FALSE(here().any());
}

TEST(devices, are_seen_when_a_driver_is_loaded_later)
{
    driver_double::here();
    EXPECT_TRUE(here().any());
}

TEST(devices, of_a_driver_that_nobody_has_initialized_have_no_memory)
{
    int on_stack = 0;
    EXPECT_EQ(place_of(&on_stack).kind, memory_kind::host);
    auto& driver = driver_double::here();
    ASSERT_EQ(driver.call("cuInit", 0u), 0);
    void* context = nullptr;
    ASSERT_EQ(driver.call("cuDevicePrimaryCtxRetain", &context, 0), 0);
    ASSERT_EQ(driver.call("cuCtxSetCurrent", context), 0);
}

TEST(devices, know_kinds_of_memory)
{
    auto& driver = driver_double::here();
    auto* device = driver.allocate(1000);
    auto* managed = driver.allocate_managed(1000);
    auto* pinned = driver.allocate_pinned(1000);
    int on_stack = 0;
    for (auto* at : {device, device + 999}) EXPECT_EQ(place_of(at).kind, memory_kind::device);
    EXPECT_EQ(place_of(device).device, 0);
    EXPECT_EQ(place_of(device + 500).begin, reinterpret_cast<std::uintptr_t>(device));
    EXPECT_EQ(place_of(managed).kind, memory_kind::managed);
    EXPECT_EQ(place_of(pinned).kind, memory_kind::pinned);
    EXPECT_EQ(place_of(&on_stack).kind, memory_kind::host);
    EXPECT_EQ(place_of(nullptr).kind, memory_kind::host);
    for (auto* at : {device, managed, pinned}) driver.release(at);
}

TEST(devices, have_memory_that_the_host_cannot_touch)
{
    auto* at = driver_double::here().allocate(64);
    ASSERT_TRUE(at);
    EXPECT_DEATH({ *static_cast<volatile std::byte*>(at) = std::byte(1); }, "");
    driver_double::here().release(at);
}

TEST(devices, copy_rows_of_every_pitch_and_nothing_else)
{
    auto& driver = driver_double::here();
    constexpr std::size_t n = 4096;
    const strided_piece kinds[] = {{0, n},           {17, 1, 100, 3},   {5, 8, 100, 8},
                                   {100, 7, 20, 64}, {3000, 4, 50, -9}, {600, 16, 30, 10}};
    auto* device = driver.allocate(n);
    for (auto& piece : kinds) {
        auto before = numbers(n, 1), host = numbers(n, 2), wanted = before;
        ASSERT_EQ(driver.copy(device, before.data(), n), 0);
        for (std::size_t i = 0; i < piece.rows; ++i) {
            auto at = piece.offset + std::ptrdiff_t(i) * piece.pitch;
            std::copy_n(host.begin() + at, piece.width, wanted.begin() + at);
        }
        ASSERT_EQ(here().driver().copy(place_of(device), copy_way::to_device, device, host.data(), {&piece, 1}),
                  nullptr);
        EXPECT_EQ(brought(device, n), wanted) << "offset " << piece.offset;
    }
    driver.release(device);
}

// As two rows, which leave out nothing and write nothing else.
TEST(devices, copy_short_pieces_of_every_length)
{
    constexpr std::size_t room = 40000;
    auto* device = driver_double::here().allocate(room);
    for (std::size_t n : {1, 2, 3, 4, 5, 8, 11, 4095, 32766, 32767, 32768, 32769}) {
        auto before = numbers(room, 4), host = numbers(room, 5), wanted = before;
        ASSERT_EQ(driver_double::here().copy(device, before.data(), room), 0);
        strided_piece piece{7, n};
        std::copy_n(host.begin() + 7, n, wanted.begin() + 7);
        ASSERT_EQ(here().driver().copy(place_of(device), copy_way::to_device, device, host.data(), {&piece, 1}),
                  nullptr);
        EXPECT_EQ(brought(device, room), wanted) << n << " bytes";
    }
    driver_double::here().release(device);
}

// The program's own context stays as it was.
TEST(devices, copy_in_the_context_of_the_memory)
{
    auto& driver = driver_double::here();
    void *mine = nullptr, *other = nullptr, *now = nullptr;
    driver.call("cuCtxGetCurrent", &mine);
    ASSERT_EQ(driver.call("cuCtxCreate_v2", &other, 0u, 1), 0);
    auto* device = driver.allocate(100);
    driver.call("cuCtxPopCurrent_v2", &now);
    auto data = numbers(100, 3);
    strided_piece all{0, 100};
    EXPECT_EQ(place_of(device).device, 1);
    EXPECT_EQ(here().driver().copy(place_of(device), copy_way::to_device, device, data.data(), {&all, 1}), nullptr);
    std::vector<std::byte> back(100);
    EXPECT_EQ(here().driver().copy(place_of(device), copy_way::to_host, back.data(), device, {&all, 1}), nullptr);
    EXPECT_EQ(back, data);
    driver.call("cuCtxGetCurrent", &now);
    EXPECT_EQ(now, mine);
    driver.release(device);
}

// What was remembered by its address, as memory that is pinned near it, led into a context that was gone.
TEST(devices, know_a_new_context_at_an_old_address)
{
    auto& driver = driver_double::here();
    auto data = numbers(100, 5);
    strided_piece all{0, 100};
    auto* before = driver.allocate(100);
    auto old = place_of(before);
    auto block = here().memory().take(here().driver(), old, staging_memory::limit + 1);
    ASSERT_TRUE(block.pinned);
    driver.reset_device();
    here().memory().give(here().driver(), block);
    auto* device = driver.allocate(100);
    auto place = place_of(device);
    EXPECT_EQ(place.context, old.context);
    EXPECT_FALSE(place.is_beside(old));
    EXPECT_STREQ(here().driver().copy(old, copy_way::to_device, device, data.data(), {&all, 1}),
                 "CUDA_ERROR_CONTEXT_IS_DESTROYED");
    EXPECT_EQ(here().driver().copy(place, copy_way::to_device, device, data.data(), {&all, 1}), nullptr);
    EXPECT_EQ(brought(device, 100), data);
    driver.release(device);
}

TEST(devices, say_that_a_context_was_destroyed)
{
    auto& driver = driver_double::here();
    void* other = nullptr;
    ASSERT_EQ(driver.call("cuCtxCreate_v2", &other, 0u, 1), 0);
    auto* device = driver.allocate(100);
    auto place = place_of(device);
    driver.call("cuCtxDestroy_v2", other);
    std::vector<std::byte> data(100);
    strided_piece all{0, 100};
    EXPECT_STREQ(here().driver().copy(place, copy_way::to_host, data.data(), device, {&all, 1}),
                 "CUDA_ERROR_CONTEXT_IS_DESTROYED");
}

// The driver names no context for it.
TEST(devices, copy_stream_ordered_memory)
{
    auto* device = driver_double::here().allocate_from_pool(100);
    auto place = place_of(device);
    EXPECT_EQ(place.kind, memory_kind::device);
    EXPECT_EQ(place.context, nullptr);
    auto data = numbers(100, 4);
    strided_piece all{0, 100};
    EXPECT_EQ(here().driver().copy(place, copy_way::to_device, device, data.data(), {&all, 1}), nullptr);
    EXPECT_EQ(brought(device, 100), data);
    driver_double::here().release(device);
}

// What a cache of addresses would get wrong.
TEST(devices, see_that_an_address_has_become_memory_of_the_host)
{
    constexpr std::size_t n = 1 << 16;
    auto* device = driver_double::here().allocate(n);
    ASSERT_EQ(place_of(device).kind, memory_kind::device);
    driver_double::here().release(device);
    void* at = mmap(device, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    ASSERT_EQ(at, device);
    EXPECT_EQ(place_of(at).kind, memory_kind::host);
    EXPECT_FALSE(is_freed(at));
    munmap(at, n);
}

TEST(devices, tell_freed_memory_from_that_of_the_host)
{
    auto* device = driver_double::here().allocate(1 << 16);
    EXPECT_FALSE(is_freed(device));
    driver_double::here().release(device);
    EXPECT_TRUE(is_freed(device + 100));
    int on_stack = 0;
    EXPECT_FALSE(is_freed(&on_stack));
}

TEST(devices, say_what_the_driver_calls_an_error)
{
    auto& driver = driver_double::here();
    auto* device = driver.allocate(100);
    std::vector<std::byte> host(100);
    strided_piece all{0, 100};
    driver.fault("copy", 0, 1);
    EXPECT_STREQ(here().driver().copy(place_of(device), copy_way::to_device, device, host.data(), {&all, 1}),
                 "CUDA_ERROR_LAUNCH_FAILED");
    EXPECT_EQ(here().driver().copy(place_of(device), copy_way::to_device, device, host.data(), {&all, 1}), nullptr);
    driver.release(device);
}

// A copy of 100 bytes to memory of the double, put on a stream.
struct late_copy {
    explicit late_copy(std::byte* into, void* on, unsigned seed) : to(into), data(numbers(100, seed))
    {
        auto number = [](const std::byte* at) {
            return static_cast<unsigned long long>(reinterpret_cast<std::uintptr_t>(at));
        };
        EXPECT_EQ(driver_double::here().call("cuMemcpyAsync", number(to), number(data.data()), std::size_t(100), on),
                  0);
    }
    bool is_over() const { return std::equal(data.begin(), data.end(), to); }
    std::byte* to; // pinned, so that to look is not to wait
    std::vector<std::byte> data;
};

TEST(devices, wait_for_a_stream_of_the_program)
{
    auto& driver = driver_double::here();
    auto* pinned = driver.allocate_pinned(100);
    void *stream = nullptr, *graph = nullptr;
    ASSERT_EQ(driver.call("cuStreamCreate", &stream, 1u), 0);
    late_copy copy(pinned, stream, 6);
    EXPECT_EQ(here().driver().wait_for(nullptr, {}), nullptr) << "which is another one";
    EXPECT_FALSE(copy.is_over());
    EXPECT_EQ(here().driver().wait_for(stream, {}), nullptr);
    EXPECT_TRUE(copy.is_over());
    ASSERT_EQ(driver.call("cuStreamBeginCapture_v2", stream, 2), 0);
    EXPECT_STREQ(here().driver().wait_for(stream, {}), "CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED");
    EXPECT_EQ(driver.call("cuStreamEndCapture", stream, &graph), 0) << "the capture was spoilt by waiting for it";
    ASSERT_EQ(driver.call("cuStreamDestroy_v2", stream), 0);
    EXPECT_STREQ(here().driver().wait_for(stream, {}), "CUDA_ERROR_INVALID_HANDLE");
    driver.release(pinned);
}

// Only one of them was, and none by a thread without a context.
TEST(devices, wait_for_both_default_streams)
{
    auto& driver = driver_double::here();
    auto *pinned = driver.allocate_pinned(100), *device = driver.allocate(100);
    std::vector<std::byte> host(100);
    void *before = nullptr, *none = nullptr;
    driver.call("cuCtxGetCurrent", &before);
    for (std::uintptr_t number : {0, 1, 2}) {
        late_copy copy(pinned, reinterpret_cast<void*>(number), unsigned(number) + 20);
        EXPECT_EQ(here().driver().wait_for(nullptr, {}), nullptr);
        EXPECT_TRUE(copy.is_over()) << "stream " << number;
    }
    for (auto* at : {pinned, device}) {
        late_copy copy(pinned, nullptr, at == device ? 30 : 31);
        driver.call("cuCtxSetCurrent", none);
        const void *elsewhere[] = {host.data(), nullptr}, *there[] = {host.data(), at};
        EXPECT_STREQ(here().driver().wait_for(nullptr, elsewhere), "CUDA_ERROR_INVALID_CONTEXT");
        EXPECT_FALSE(copy.is_over());
        EXPECT_EQ(here().driver().wait_for(nullptr, there), nullptr);
        EXPECT_TRUE(copy.is_over());
        driver.call("cuCtxSetCurrent", before);
    }
    driver.release(pinned);
    driver.release(device);
}

// They were taken for memory of the host.
TEST(devices, say_that_the_driver_does_not_know_an_address_for_an_error)
{
    auto& driver = driver_double::here();
    auto* device = driver.allocate(100);
    for (int after : {0, 1}) { // each of the two questions
        driver.fault("query", after, 1);
        EXPECT_STREQ(place_of(device).wrong, "CUDA_ERROR_LAUNCH_FAILED");
    }
    EXPECT_EQ(place_of(device).wrong, nullptr);
    driver.release(device);
}

TEST(devices, stage_without_pinned_memory_where_the_driver_gives_none)
{
    auto& driver = driver_double::here();
    auto* device = driver.allocate(100);
    driver.fault("register", 0, 1);
    auto block = here().memory().take(here().driver(), place_of(device), 3 << 20);
    ASSERT_TRUE(block.at);
    EXPECT_FALSE(block.pinned);
    here().memory().give(here().driver(), block);
    driver.release(device);
}

TEST(devices, keep_no_more_staging_memory_than_they_may)
{
    auto& driver = driver_double::here();
    auto* device = driver.allocate(100);
    auto place = place_of(device);
    auto& memory = here().memory();
    std::mt19937 random(7);
    for (int i = 0; i < 10'000; ++i) {
        auto block = memory.take(here().driver(), place, 1 + random() % (4 << 20));
        ASSERT_TRUE(block.at);
        ASSERT_LE(memory.kept(), staging_memory::limit);
        memory.give(here().driver(), block);
    }
    EXPECT_LE(memory.kept(), staging_memory::limit);
    EXPECT_LE(driver.count("registered"), 100); // the sizes that there are
    driver.release(device);
}

// It was left pinned, and then unmapped.
TEST(devices, unpin_staging_memory_from_a_thread_without_a_context)
{
    auto& driver = driver_double::here();
    auto* device = driver.allocate(100);
    auto place = place_of(device);
    auto before = driver.count("registered");
    auto block = here().memory().take(here().driver(), place, staging_memory::limit + 1);
    ASSERT_TRUE(block.pinned);
    EXPECT_EQ(driver.count("registered"), before + 1);
    std::thread([&] { here().memory().give(here().driver(), block); }).join();
    EXPECT_LE(driver.count("registered"), before);
    driver.release(device);
}

} // namespace
} // namespace hocket
