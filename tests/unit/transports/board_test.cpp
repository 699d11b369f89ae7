// SPDX-License-Identifier: BSD-3-Clause
#include "transports/shared/board.hpp"
#include "transports/shared/mapped_area.hpp"
#include <algorithm>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <vector>

namespace hocket {
namespace {

constexpr auto page = area_shape::page;

// Two ranks' areas in memory that nobody has touched.
class untouched {
public:
    explicit untouched(const area_shape& shape) : size_(2 * shape.size())
    {
        auto* at = mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        base_ = at == MAP_FAILED ? nullptr : static_cast<std::byte*>(at);
        madvise(base_, size_, MADV_NOHUGEPAGE); // which would bring everything
    }
    ~untouched() { munmap(base_, size_); }
    std::byte* base() const { return base_; }
    std::size_t pages_there(std::size_t from, std::size_t size) const
    {
        std::vector<unsigned char> is((size + page - 1) / page);
        EXPECT_EQ(mincore(base_ + from / page * page, size, is.data()), 0);
        return std::size_t(std::ranges::count_if(is, [](auto one) { return one & 1; }));
    }

private:
    std::size_t size_;
    std::byte* base_;
};

bool kernel_can_bring_pages()
{
    auto* at = mmap(nullptr, page, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    bool can = madvise(at, page, mapped_area::populate_to_write) == 0;
    munmap(at, page);
    return can;
}

// Rank 0 of two, whose memory nobody has touched.
class NewPages : public testing::Test {
protected:
    NewPages() : memory(shape), area(memory.base(), shape, 0) {}
    void SetUp() override
    {
        if (!kernel_can_bring_pages()) GTEST_SKIP() << "this kernel has no MADV_POPULATE_WRITE";
        ASSERT_TRUE(memory.base());
    }

    area_shape shape{.ranks = 2};
    untouched memory;
    mapped_area area;
};

// A broadcast of 4 KB took 11 us in the first sixteen calls of a communicator, and one after: each touched new pages.
TEST_F(NewPages, AreBroughtByTheFirstTellsForAllThatFollow)
{
    board<mapped_area> told(area, shape, 0);
    std::vector<std::byte> data(shape.told_near + 1);
    auto tell = [&](std::size_t n) {
        request r{.what = verb::send, .from = data.data(), .count = n};
        EXPECT_TRUE(told.tell(r));
    };
    auto near = shape.told_far_at() - shape.told_near_at();
    auto pages_there = [&] {
        return std::vector{memory.pages_there(shape.tell_at(0), page), memory.pages_there(shape.told_near_at(), near),
                           memory.pages_there(shape.told_far_at(), shape.told_far())};
    };
    tell(0);
    EXPECT_EQ(pages_there(), (std::vector<std::size_t>{1, 0, 0})); // no memory for what may never come
    tell(area_shape::told_here + 1);
    EXPECT_EQ(pages_there(), (std::vector<std::size_t>{1, near / page, 0}));
    tell(area_shape::told_near + 1);
    EXPECT_EQ(pages_there(), (std::vector<std::size_t>{1, near / page, shape.told_far() / page}));
    EXPECT_EQ(memory.pages_there(shape.size(), shape.size()), 0u); // the other rank's
}

TEST_F(NewPages, OfAnotherRankAreBroughtToReadThem)
{
    area.bring_pages(1, shape.cell_at(0), shape.bytes_of_cells());
    EXPECT_EQ(memory.pages_there(shape.size() + shape.cell_at(0), shape.bytes_of_cells()),
              shape.bytes_of_cells() / page);
    EXPECT_EQ(memory.pages_there(0, shape.size()), 0u);
}

} // namespace
} // namespace hocket
