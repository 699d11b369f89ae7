// SPDX-License-Identifier: BSD-3-Clause
// Kernels, and memory that is lent, on the test double of a driver.
#include "device/devices.hpp"
#include "device/driver_double.hpp"
#include "kernels/cuda/kernel_source.hpp"
#include <cstring>
#include <gtest/gtest.h>
#include <thread>
#include <vector>

namespace hocket {
namespace {

// devices_test.cpp has the driver looked for; here it is only used.
devices& with_driver()
{
    static devices only;
    auto& driver = driver_double::here();
    driver.call("cuInit", 0u);
    void* context = nullptr;
    driver.call("cuDevicePrimaryCtxRetain", &context, 0);
    driver.call("cuCtxSetCurrent", context);
    EXPECT_TRUE(only.any());
    return only;
}

memory_place where(const void* at)
{
    bool freed = false;
    return with_driver().place_of(at, freed);
}

TEST(device_kernels, have_a_text_each)
{
    auto text = device_kernel_text("hocket_sum_f32");
    EXPECT_EQ(text.find("#define HOCKET_KERNELS_WANTED(KERNEL) KERNEL(sum_f32, sum<number<float>>)\n"), 0u);
    EXPECT_NE(text.find("most_inputs = 16"), text.npos);
    EXPECT_NE(device_kernel_text("hocket_maxloc_double_double").find("located<double, double>"), text.npos);
    EXPECT_EQ(device_kernel_text("hocket_sum_f33"), "");
}

TEST(device_work, launches_a_kernel)
{
    auto& work = *with_driver().driver().work();
    auto& driver = driver_double::here();
    std::byte* at[4];
    for (auto& one : at) one = driver.allocate(400);
    int mine[100], found[100];
    for (int i = 0; i < 100; ++i) mine[i] = i;
    for (auto* one : at) driver.copy(one, reinterpret_cast<std::byte*>(mine), 400);
    device_kernel sum{"hocket_sum_32", device_kernel_text};
    const std::byte* in[] = {at[0], at[1], at[2]};
    std::byte* const out[] = {at[3], at[1]};
    const char* wrong = nullptr;
    auto place = where(at[0]);
    ASSERT_TRUE(work.has(place, sum, wrong)) << wrong;
    ASSERT_EQ(work.start(place, sum, out, in, 100, nullptr), nullptr);
    for (auto* one : out) {
        ASSERT_EQ(work.start_copy(place, copy_way::to_host, reinterpret_cast<std::byte*>(found), one, 400), nullptr);
        ASSERT_EQ(work.wait(place, {}), nullptr);
        for (int i = 0; i < 100; ++i) EXPECT_EQ(found[i], 3 * i);
    }
    for (auto* one : at) driver.release(one);
}

// Sums of one operand, in a context of its own memory.
struct short_sums {
    static constexpr std::size_t most = 4000;
    device_work& work = *with_driver().driver().work();
    driver_double& driver = driver_double::here();
    std::byte *to = driver.allocate(4 * most), *from = driver.allocate(4 * most);
    memory_place place = where(to);
    device_kernel sum{"hocket_sum_32", device_kernel_text};

    short_sums()
    {
        const char* wrong = nullptr;
        EXPECT_TRUE(work.has(place, sum, wrong)) << wrong;
    }
    ~short_sums() { driver.release(to), driver.release(from); }

    const char* start(std::size_t n, launch_end* end) const
    {
        std::byte* const out[] = {to};
        const std::byte* in[] = {from};
        return work.start(place, sum, out, in, n, end);
    }
    // How often the driver was asked for the end of a launch.
    long waits_of(std::size_t n, bool at_once) const
    {
        auto before = driver.count("waits");
        launch_end end;
        driver.fault("at once", 0, at_once);
        EXPECT_EQ(start(n, &end), nullptr);
        EXPECT_EQ(work.wait(place, end), nullptr);
        return driver.count("waits") - before;
    }
};

TEST(device_work, waits_for_the_word_of_a_short_kernel)
{
    short_sums all;
    for (int launch = 0; launch < 3000; ++launch) ASSERT_EQ(all.waits_of(100, true), 0);
    EXPECT_EQ(all.waits_of(100, false), 1);          // late
    EXPECT_EQ(all.waits_of(short_sums::most, true), 1); // of several blocks
    launch_end end;
    all.driver.fault("wait", 0, 1);
    EXPECT_EQ(all.start(100, &end), nullptr);
    EXPECT_STREQ(all.work.wait(all.place, end), "CUDA_ERROR_LAUNCH_FAILED");
    end = {};
    all.driver.fault("launch", 0, 1);
    EXPECT_STREQ(all.start(100, &end), "CUDA_ERROR_LAUNCH_FAILED");
    EXPECT_EQ(end.at, nullptr);
}

// The words go with the context.
TEST(device_work, waits_for_words_of_a_new_context)
{
    driver_double::here().reset_device();
    EXPECT_EQ(short_sums().waits_of(100, true), 0);
}

// More launches than words, most of them late: each thread sees its own end, or asks.
TEST(device_work, waits_for_words_of_several_threads)
{
    short_sums first;
    first.driver.fault("at once", 0, 3000);
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t)
        threads.emplace_back([] {
            void* context = nullptr;
            driver_double::here().call("cuDevicePrimaryCtxRetain", &context, 0);
            driver_double::here().call("cuCtxSetCurrent", context);
            short_sums mine;
            for (int launch = 0; launch < 1500; ++launch) {
                launch_end end;
                ASSERT_EQ(mine.start(100, &end), nullptr);
                ASSERT_EQ(mine.work.wait(mine.place, end), nullptr);
                ASSERT_EQ(mine.driver.count("queued"), 0);
            }
        });
    for (auto& one : threads) one.join();
    first.driver.fault("at once", 0, 0);
}

TEST(device_work, says_why_there_is_no_kernel)
{
    auto* at = driver_double::here().allocate(4);
    device_kernel none{"hocket_sum_none", device_kernel_text};
    const char* wrong = nullptr;
    EXPECT_FALSE(with_driver().driver().work()->has(where(at), none, wrong));
    EXPECT_STREQ(wrong, "NVRTC: the double does not compile");
    driver_double::here().release(at);
}

// Which needs no compiler.
TEST(device_work, takes_what_was_compiled_when_hocket_was_built)
{
    auto* at = driver_double::here().allocate(4);
    const unsigned char image[] = {1, 2, 3};
    auto no_text = [](const std::string&) { return std::string(); };
    const char* wrong = nullptr;
    device_kernel made{"hocket_product_64", no_text, image}, other{"hocket_product_16", no_text};
    EXPECT_TRUE(with_driver().driver().work()->has(where(at), made, wrong)) << wrong;
    EXPECT_FALSE(with_driver().driver().work()->has(where(at), other, wrong));
    driver_double::here().release(at);
}

// That have asked for no compiler yet. A driver that was found stays, and so do they, where leak checkers see them.
devices& new_devices()
{
    static auto& all = *new std::vector<devices*>;
    return *all.emplace_back(new devices);
}

// NVRTC 13 lies before NVRTC 12 in every folder, and a driver of CUDA 12 takes nothing of it.
TEST(device_work, takes_no_compiler_that_is_newer_than_the_driver)
{
    auto* at = driver_double::here().allocate(4);
    auto place = where(at);
    device_kernel sum{"hocket_sum_64", device_kernel_text};
    for (int version : {12040, 13000}) {
        driver_double::here().version(version);
        auto& all = new_devices();
        const char* wrong = nullptr;
        ASSERT_TRUE(all.any());
        EXPECT_TRUE(all.driver().work()->has(place, sum, wrong)) << wrong;
    }
    driver_double::here().version(11080);
    const char* wrong = nullptr;
    auto& all = new_devices();
    ASSERT_TRUE(all.any());
    EXPECT_FALSE(all.driver().work()->has(place, sum, wrong));
    EXPECT_NE(std::string(wrong).find("there is no libnvrtc here"), std::string::npos) << wrong;
    driver_double::here().version(13000);
    driver_double::here().release(at);
}

// They were refused for good.
TEST(device_work, asks_again_for_a_kernel_for_which_there_was_no_memory)
{
    auto* at = driver_double::here().allocate(4);
    const unsigned char image[] = {1, 2, 3};
    auto& all = new_devices();
    ASSERT_TRUE(all.any());
    for (auto& kernel : {device_kernel{"hocket_sum_16", device_kernel_text},
                         device_kernel{"hocket_product_16", device_kernel_text, image}}) {
        const char* wrong = nullptr;
        driver_double::here().fault("load", 0, 1);
        EXPECT_FALSE(all.driver().work()->has(where(at), kernel, wrong));
        EXPECT_STREQ(wrong, "CUDA_ERROR_OUT_OF_MEMORY");
        EXPECT_TRUE(all.driver().work()->has(where(at), kernel, wrong)) << wrong;
    }
    driver_double::here().release(at);
}

// Kernels and scratch memory were remembered by the address of a context, where the next one lies.
TEST(device_work, forgets_what_was_on_a_device_before_a_reset)
{
    auto& all = with_driver();
    auto& work = *all.driver().work();
    auto& driver = driver_double::here();
    device_kernel sum{"hocket_sum_32", device_kernel_text};
    for (int turn = 0; turn < 2; ++turn) {
        auto* at = driver.allocate(400);
        auto place = where(at);
        auto scratch = all.scratch().take(work, place, 400);
        const std::byte* in[] = {at, at};
        std::byte* const out[] = {scratch.at};
        const char* wrong = nullptr;
        ASSERT_TRUE(work.has(place, sum, wrong)) << wrong;
        ASSERT_EQ(work.start(place, sum, out, in, 100, nullptr), nullptr);
        ASSERT_EQ(work.wait(place, {}), nullptr);
        all.scratch().give(work, scratch);
        driver.reset_device();
    }
    auto* mine = driver.allocate(4096);
    all.let_go(); // nothing that lies at an old address now
    EXPECT_EQ(where(mine).kind, memory_kind::device);
    driver.release(mine);
}

TEST(device_work, lends_plain_memory_and_no_other)
{
    auto& work = *with_driver().driver().work();
    auto& driver = driver_double::here();
    auto *plain = driver.allocate(100), *from_pool = driver.allocate_from_pool(100);
    lent_memory how;
    EXPECT_TRUE(work.lend(where(plain), how));
    EXPECT_FALSE(work.lend(where(from_pool), how));
    driver.fault("lend", 0, 1);
    EXPECT_FALSE(work.lend(where(plain), how));
    const char* wrong = nullptr;
    EXPECT_TRUE(work.lend(where(plain), how));
    EXPECT_EQ(work.borrow(where(plain), how, wrong), nullptr) << "its own";
    EXPECT_STREQ(wrong, "CUDA_ERROR_MAP_FAILED");
    for (auto* one : {plain, from_pool}) driver.release(one);
}

TEST(device_work, knows_devices_apart)
{
    auto& work = *with_driver().driver().work();
    device_identity first, second;
    EXPECT_TRUE(work.identify({.device = 0}, first));
    EXPECT_TRUE(work.identify({.device = 1}, second));
    EXPECT_FALSE(first == second);
    EXPECT_FALSE(work.identify({.device = 7}, first));
}

TEST(devices, look_for_a_driver_though_others_have_one_already)
{
    static devices all; // a driver that was found stays
    all.expect_of_others();
    EXPECT_TRUE(all.concern_us());
    driver_double::here();
    EXPECT_TRUE(all.any());
}

} // namespace
} // namespace hocket
