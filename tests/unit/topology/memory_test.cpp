// SPDX-License-Identifier: BSD-3-Clause
// A million ranks: regular layouts are formulas, and a copy shares what is not. Counts what this program takes from
// the heap and keeps.
#include "topology/layout.hpp"
#include <cstdlib>
#include <gtest/gtest.h>
#include <malloc.h>
#include <new>

namespace {

long long kept = 0;

void* counted(std::size_t n)
{
    void* at = std::malloc(n);
    if (!at) throw std::bad_alloc();
    kept += (long long)malloc_usable_size(at);
    return at;
}

void uncounted(void* at) noexcept
{
    if (at) kept -= (long long)malloc_usable_size(at);
    std::free(at);
}

} // namespace

void* operator new(std::size_t n)
{
    return counted(n);
}
void* operator new[](std::size_t n)
{
    return counted(n);
}
void* operator new(std::size_t n, const std::nothrow_t&) noexcept // what std::stable_sort asks for
{
    return counted(n);
}
void* operator new[](std::size_t n, const std::nothrow_t&) noexcept
{
    return counted(n);
}
void operator delete(void* at) noexcept
{
    uncounted(at);
}
void operator delete[](void* at) noexcept
{
    uncounted(at);
}
void operator delete(void* at, std::size_t) noexcept
{
    uncounted(at);
}
void operator delete[](void* at, std::size_t) noexcept
{
    uncounted(at);
}

namespace hocket {
namespace {

constexpr int million = 1'000'000;

template <class Make> long long heap_of(Make make)
{
    auto before = kept;
    auto made = make();
    return kept - before;
}

TEST(layout_memory, the_counter_counts)
{
    EXPECT_GE(heap_of([] { return std::vector<int>(1000); }), 4000);
    std::vector<int> node_of; // in no order: runs
    for (int r = 0; r < 1000; ++r) node_of.push_back(r * r % 97);
    EXPECT_GT(heap_of([&] { return layout::of(node_of); }), 1000);
}

TEST(layout_memory, regular_layouts_take_nothing)
{
    EXPECT_EQ(heap_of([] { return layout::block(million, 12); }), 0);
    EXPECT_EQ(heap_of([] { return layout::cyclic(million, 12345); }), 0);
    std::vector<int> node_of;
    for (int r = 0; r < million; ++r) node_of.push_back(r / 12);
    EXPECT_EQ(heap_of([&] { return layout::of(node_of); }), 0);
    EXPECT_LE(sizeof(layout), 64u);
}

TEST(layout_memory, divided_nodes_that_are_alike_are_kept_once)
{
    auto divided = [](const layout& nodes) {
        return nodes.divided(domain::socket, 6).divided(domain::numa, 3).divided(domain::l3, 2);
    };
    EXPECT_LT(heap_of([&] { return divided(layout::block(million, 12)); }), 8192);
    EXPECT_LT(heap_of([&] { return divided(layout::cyclic(million, 50'000)); }), 8192);
    std::vector<domain_ids> said;
    for (int r = 0; r < million; ++r) said.push_back({r % 12 / 6, r % 12 / 3, r % 2});
    EXPECT_LT(heap_of([&] { return layout::block(million, 12).divided(said); }), 8192);
}

// Of 100 000 ranks, each in many of them: what one rank keeps for each, where they are all of one size or of many.
TEST(layout_memory, a_thousand_sub_communicators_take_256_bytes_each)
{
    constexpr int ranks = 100'000, many = 1000;
    auto described = [&](auto one) {
        return heap_of([&] {
            std::vector<layout> all;
            all.reserve(many);
            for (int i = 0; i < many; ++i) all.push_back(one(i));
            return all;
        });
    };
    EXPECT_LE(described([](int i) { return layout::block(ranks - 12 * i, 12); }), 256 * many);
    EXPECT_LE(described([](int i) { return layout::cyclic(ranks / (1 + i % 7), 50); }), 256 * many);
}

TEST(layout_memory, a_copy_takes_nothing)
{
    std::vector<int> node_of;
    std::vector<domain_ids> said;
    for (int r = 0; r < 10'000; ++r) node_of.push_back(r * 7 % 100 / 3), said.push_back({r % 2, r % 3, r % 5});
    auto l = layout::of(node_of).divided(said);
    EXPECT_EQ(heap_of([&] { return l; }), 0);
}

} // namespace
} // namespace hocket
