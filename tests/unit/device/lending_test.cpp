// SPDX-License-Identifier: BSD-3-Clause
// What is kept open of others' memory, and of scratch memory; and who works for whom.
#include "device/borrowed_memory.hpp"
#include "device/device_record.hpp"
#include "device/device_scratch.hpp"
#include "device/fake_work.hpp"
#include "device/lent_memories.hpp"
#include <gtest/gtest.h>

namespace hocket {
namespace {

const memory_place on_first{.kind = memory_kind::device, .device = 0};

foreign_memory block(std::uint64_t process, std::uint64_t id, std::uintptr_t begin)
{
    return {process, id, begin, begin + 100, {}};
}

TEST(borrowed_memory, is_opened_once_while_it_is_the_same)
{
    fake_work work;
    borrowed_memory all;
    const char* wrong = nullptr;
    auto* first = all.take(work, on_first, block(1, 7, 1000), wrong);
    EXPECT_EQ(all.take(work, on_first, block(1, 7, 1000), wrong), first);
    EXPECT_NE(all.take(work, on_first, block(2, 7, 1000), wrong), first); // of another process
    EXPECT_EQ(work.open.size(), 2u);
}

// The same address, after it has been freed and allocated again.
TEST(borrowed_memory, is_told_apart_by_number_and_not_by_address)
{
    fake_work work;
    borrowed_memory all;
    const char* wrong = nullptr;
    auto* first = all.take(work, on_first, block(1, 7, 1000), wrong);
    all.give(on_first, block(1, 7, 1000));
    EXPECT_NE(all.take(work, on_first, block(1, 8, 1050), wrong), first);
    EXPECT_EQ(work.open.size(), 1u) << "what lay there is closed";
}

TEST(borrowed_memory, stays_open_while_it_is_used)
{
    fake_work work;
    borrowed_memory all;
    const char* wrong = nullptr;
    auto* used = all.take(work, on_first, block(1, 1, 0), wrong);
    for (std::uint64_t i = 2; i < 1000; ++i) {
        ASSERT_TRUE(all.take(work, on_first, block(1, i, 1000 * i), wrong));
        all.give(on_first, block(1, i, 1000 * i));
        ASSERT_LE(all.open(), borrowed_memory::most);
    }
    EXPECT_TRUE(work.open.contains(used));
    all.close_all(work);
    EXPECT_EQ(work.open.size(), 1u);
    all.give(on_first, block(1, 1, 0));
    all.close_all(work);
    EXPECT_TRUE(work.open.empty());
}

TEST(borrowed_memory, says_what_the_driver_calls_a_refusal)
{
    fake_work work;
    borrowed_memory all;
    const char* wrong = nullptr;
    work.refuses = true;
    EXPECT_EQ(all.take(work, on_first, block(1, 1, 0), wrong), nullptr);
    EXPECT_STREQ(wrong, "REFUSED");
    EXPECT_EQ(all.open(), 0u);
}

// The driver refused what could not be opened beside it, and the communicator was staged in the end.
TEST(borrowed_memory, is_closed_where_it_is_in_the_way_of_its_owners)
{
    fake_work work;
    borrowed_memory all;
    const char* wrong = nullptr;
    for (std::uint64_t process : {1, 2}) {
        ASSERT_TRUE(all.take(work, on_first, block(process, 1, 1000), wrong));
        all.give(on_first, block(process, 1, 1000));
    }
    work.room_open = 2;
    EXPECT_TRUE(all.take(work, on_first, block(1, 2, 2000), wrong));
    EXPECT_EQ(wrong, nullptr);
    EXPECT_EQ(all.open(), 2u) << "what is another's stays open";
    EXPECT_FALSE(all.take(work, on_first, block(1, 3, 3000), wrong)) << "and so does what is in use";
    EXPECT_STREQ(wrong, "REFUSED");
    EXPECT_EQ(work.borrowed, 5) << "no second try where nothing could be closed";
}

TEST(lent_memories, are_asked_of_the_driver_once)
{
    fake_work work;
    lent_memories all;
    memory_place place{.kind = memory_kind::device, .begin = 4096, .id = 5};
    EXPECT_EQ(all.of(work, place)->words[0], 4096u);
    work.refuses = true;
    EXPECT_TRUE(all.of(work, place));
    EXPECT_EQ(work.asked, 1);
    place.id = 6;
    EXPECT_FALSE(all.of(work, place));
    EXPECT_FALSE(all.of(work, place));
    EXPECT_EQ(work.asked, 2);
}

TEST(device_scratch, is_used_again_and_bounded)
{
    fake_work work;
    device_scratch all;
    auto one = all.take(work, on_first, 5000);
    all.give(work, one);
    EXPECT_EQ(all.take(work, on_first, 8000).at, one.at);
    for (int i = 0; i < 100; ++i) all.give(work, all.take(work, on_first, std::size_t(i + 1) << 20));
    EXPECT_LE(all.kept(), device_scratch::limit);
    all.give(work, one);
    all.release_all(work);
    EXPECT_TRUE(work.allocated.empty());
}

TEST(device_scratch, keeps_the_others_when_a_block_is_too_long_to_keep)
{
    fake_work work;
    device_scratch all;
    all.give(work, all.take(work, on_first, 5000));
    auto before = all.kept();
    all.give(work, all.take(work, on_first, device_scratch::limit + 1));
    EXPECT_EQ(all.kept(), before);
    EXPECT_EQ(work.allocated.size(), 1u);
}

TEST(device_scratch, gives_up_what_it_keeps_before_there_is_none)
{
    fake_work work;
    device_scratch all;
    work.room = 1;
    all.give(work, all.take(work, on_first, 1 << 20));
    EXPECT_TRUE(all.take(work, on_first, 1 << 21).at);
    EXPECT_FALSE(all.take(work, on_first, 1 << 22).at);
}

device_record record(std::uint64_t node, std::uint64_t device)
{
    device_record made;
    made.node = node, made.device.low = device, made.bytes = 8;
    made.in.id = made.out.id = 1;
    made.in.is_lent = made.out.is_lent = 1;
    return made;
}

TEST(device_groups, are_of_one_node_and_one_device)
{
    std::vector all{record(1, 5), record(1, 6), record(2, 5), record(1, 5), record(2, 5)};
    device_groups by(all);
    EXPECT_EQ(by.trouble(), device_trouble::none);
    EXPECT_EQ(by.count(), 3);
    EXPECT_EQ(by.largest(), 2);
    EXPECT_EQ(by.leaders(), (std::vector{0, 1, 2, 0, 2}));
    EXPECT_EQ(by.members_of(2), (std::vector{2, 4}));
    element_range blocks[] = {{0, 5}, {5, 0}, {5, 7}, {12, 4'000'000'000}, {4'000'000'012, 1}};
    EXPECT_EQ(by.counts_by_group(blocks), (std::vector<std::size_t>{4'000'000'005, 0, 8}));
}

TEST(device_groups, know_whose_ranks_follow_one_another)
{
    std::vector all{record(1, 5), record(1, 6), record(1, 5)};
    EXPECT_FALSE(device_groups(all).are_runs());
    EXPECT_EQ(device_groups(all).by_group(), (std::vector{0, 2, 1}));
    all[1].device.low = 5;
    all[2].device.low = 6;
    EXPECT_TRUE(device_groups(all).are_runs());
    EXPECT_EQ(device_groups(all).by_group(), (std::vector{0, 1, 2}));
}

TEST(device_groups, tell_the_first_rank_that_cannot)
{
    std::vector all{record(1, 5), record(1, 5), record(1, 5)};
    all[0].in.is_lent = 0; // the first needs nobody to open its own
    EXPECT_EQ(device_groups(all).trouble(), device_trouble::none);
    all[2].out.is_lent = all[2].out.id = 0;
    EXPECT_EQ(device_groups(all).trouble(), device_trouble::none) << "which gets no result";
    all[2].out.id = 1;
    device_groups by(all);
    EXPECT_EQ(by.trouble(), device_trouble::not_lent);
    EXPECT_EQ(by.troubled(), 2);
    all[1].what = 3;
    EXPECT_EQ(device_groups(all).trouble(), device_trouble::unlike);
    all[0].trouble = std::uint64_t(device_trouble::host_memory);
    EXPECT_EQ(device_groups(all).troubled(), 0);
}

} // namespace
} // namespace hocket
