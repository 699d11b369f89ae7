// SPDX-License-Identifier: BSD-3-Clause
// What a group's first rank makes of its members' operands, on the test double of a driver: floats at random, held to
// the host's kernels in the order of the ranks, bit by bit. The members are of this process: what the leader would open
// of another one's is open already.
#include "device/device_reduction.hpp"
#include "device/driver_double.hpp"
#include "device/fake_work.hpp"
#include "kernels/cuda/kernel_source.hpp"
#include "kernels/kernels.hpp"
#include <algorithm>
#include <cstring>
#include <gtest/gtest.h>
#include <random>

namespace hocket {
namespace {

using floats = std::vector<float>;

struct opened_memory final : fake_work {
    std::byte* at = nullptr;
    std::byte* borrow(const memory_place&, const lent_memory&, const char*&) override { return at; }
};

devices& on_double()
{
    static devices only;
    driver_double::here().call("cuInit", 0u);
    void* context = nullptr;
    driver_double::here().call("cuDevicePrimaryCtxRetain", &context, 0);
    driver_double::here().call("cuCtxSetCurrent", context);
    EXPECT_TRUE(only.any());
    return only;
}

class members {
public:
    // Which of them are in place; blocks as given, or vectors of n. `follows`: there are ranks before them.
    members(device_form form, std::size_t n, std::vector<element_range> blocks, std::vector<bool> in_place,
            unsigned seed, bool follows = false)
        : form_(form), n_(n), blocks_(std::move(blocks)), in_place_(std::move(in_place)), random_(seed),
          follows_(follows)
    {
        on_double();
        for (std::size_t i = 0; i < in_place_.size(); ++i) add(int(i));
    }
    ~members()
    {
        for (auto* one : memory_) driver_double::here().release(one);
        on_double().borrowed().close_all(opened_);
    }
    members(const members&) = delete;
    members& operator=(const members&) = delete;

    void check_whole(std::size_t spread_from = device_reduction::much)
    {
        device_reduction with(on_double(), near_, sum_, vector(), ranks_, spread_from);
        ASSERT_TRUE(with.prepare(records_, own(), 0, true)) << with.wrong();
        ASSERT_TRUE(with.run()) << with.wrong();
        for (std::size_t i = 0; i < ranks_.size(); ++i) check(i, expected(i, nullptr));
    }
    // The part of a later group: these are all of its members, and the host has `before` of the others.
    void check_part()
    {
        device_reduction with(on_double(), near_, sum_, vector(), ranks_);
        ASSERT_TRUE(with.prepare(records_, own(), 0, false)) << with.wrong();
        floats part(n_), before = drawn();
        ASSERT_TRUE(with.bring_part(bytes(part), ranks_)) << with.wrong();
        EXPECT_EQ(part, fold(ranks_.size(), nullptr));
        ASSERT_TRUE(with.hand_out(bytes(before))) << with.wrong();
        for (std::size_t i = 0; i < ranks_.size(); ++i) check(i, expected(i, &before));
    }

private:
    void add(int rank)
    {
        auto size = 2 * n_ * sizeof(float) + 64;
        auto* at = driver_double::here().allocate(size);
        auto shift = std::size_t(rank % 3) * 4;
        auto* from = at + shift;
        bool has_result = form_ != device_form::prefixes_before || rank > 0 || follows_;
        if (form_ == device_form::blocks) has_result = blocks_[std::size_t(rank)].count > 0;
        auto* to = !has_result ? nullptr : in_place_[std::size_t(rank)] ? from : from + n_ * sizeof(float) + 16;
        operands_.push_back(drawn());
        driver_double::here().copy(from, bytes(operands_.back()), n_ * sizeof(float));
        bool freed = false;
        near_ = on_double().place_of(at, freed);
        memory_.push_back(at), from_.push_back(from), to_.push_back(to);
        ranks_.push_back(rank);
        records_.push_back(record_of(rank, at, from, to));
        const char* wrong = nullptr;
        opened_.at = at;
        on_double().borrowed().take(opened_, near_, records_.back().memory_of(records_.back().in), wrong);
        on_double().borrowed().give(near_, records_.back().memory_of(records_.back().in));
    }
    static device_record record_of(int rank, const std::byte* at, const std::byte* from, const std::byte* to)
    {
        device_record made;
        made.process = std::uint64_t(rank) + 100;
        made.in.id = 1, made.in.offset = std::uint64_t(from - at);
        if (to) made.out.id = 1, made.out.offset = std::uint64_t(to - at);
        return made;
    }
    reduced_vector vector() const { return {form_, n_, sizeof(float), blocks_}; }
    device_reduction::buffers own() const { return {from_[0], to_[0]}; }
    floats drawn()
    {
        floats all(n_);
        std::uniform_real_distribution<float> draw(-1, 1);
        for (auto& one : all) one = draw(random_);
        return all;
    }
    static std::byte* bytes(floats& of) { return reinterpret_cast<std::byte*>(of.data()); }

    // ((before o 0) o 1) o ... of the first of them.
    floats fold(std::size_t ranks, const floats* before)
    {
        floats all = before ? *before : operands_[0];
        for (std::size_t i = before ? 0 : 1; i < ranks; ++i)
            find_kernel(operation::sum, element::f32)->combine(bytes(all), bytes(all), bytes(operands_[i]), n_);
        return all;
    }
    floats expected(std::size_t i, floats* before)
    {
        switch (form_) {
        case device_form::sum: return before ? *before : fold(ranks_.size(), nullptr);
        case device_form::blocks: {
            auto& all = before ? *before : (whole_ = fold(ranks_.size(), nullptr));
            auto first = all.begin() + std::ptrdiff_t(blocks_[i].first);
            return {first, first + std::ptrdiff_t(blocks_[i].count)};
        }
        case device_form::prefixes: return fold(i + 1, before);
        default: return to_[i] ? fold(i, before) : floats();
        }
    }
    // What is not in place is as it was.
    void check(std::size_t i, const floats& right)
    {
        floats found(right.size());
        auto size = right.size() * sizeof(float);
        if (size > 0) driver_double::here().copy(bytes(found), to_[i], size);
        EXPECT_TRUE(size == 0 || std::memcmp(found.data(), right.data(), size) == 0)
            << "member " << i << " of " << ranks_.size();
        floats operand(n_);
        driver_double::here().copy(bytes(operand), from_[i], n_ * sizeof(float));
        EXPECT_TRUE(from_[i] == to_[i] || operand == operands_[i]) << "the operand of member " << i;
    }

    device_form form_;
    std::size_t n_;
    std::vector<element_range> blocks_;
    std::vector<bool> in_place_;
    std::mt19937 random_;
    bool follows_;
    opened_memory opened_;
    memory_place near_;
    device_kernel sum_{"hocket_sum_f32", device_kernel_text};
    std::vector<device_record> records_;
    std::vector<int> ranks_;
    std::vector<floats> operands_;
    std::vector<std::byte*> memory_, from_, to_;
    floats whole_;
};

std::vector<bool> drawn_places(int ranks, std::mt19937& random)
{
    std::vector<bool> all;
    auto kind = random() % 3; // nobody, all, some
    for (int i = 0; i < ranks; ++i) all.push_back(kind == 1 || (kind == 2 && random() % 2));
    return all;
}

std::vector<element_range> laid_out(const std::vector<std::size_t>& counts)
{
    std::vector<element_range> all;
    for (auto n : counts) all.push_back({all.empty() ? 0 : all.back().first + all.back().count, n});
    return all;
}

const int sizes_of_groups[] = {1, 2, 3, 7, 16, 17, 33};

TEST(device_reduction, leaves_the_bits_of_the_host)
{
    std::mt19937 random(3);
    for (auto form : {device_form::sum, device_form::prefixes, device_form::prefixes_before})
        for (int ranks : sizes_of_groups)
            for (std::size_t n : {std::size_t(1), std::size_t(5), std::size_t(333)}) {
                auto in_place = drawn_places(ranks, random);
                SCOPED_TRACE(testing::Message() << "form " << int(form) << " of " << ranks << " members, n " << n);
                members(form, n, {}, in_place, random()).check_whole();
                if (form == device_form::sum) members(form, n, {}, in_place, random()).check_whole(0);
            }
}

TEST(device_reduction, gives_each_its_block)
{
    std::mt19937 random(4);
    for (int turn = 0; turn < 20; ++turn)
        for (int ranks : sizes_of_groups) {
            std::vector<std::size_t> counts;
            for (int i = 0; i < ranks; ++i) counts.push_back(random() % 4 ? random() % 60 : 0);
            auto blocks = laid_out(counts);
            auto n = blocks.back().first + blocks.back().count;
            if (n == 0) continue;
            auto in_place = drawn_places(ranks, random);
            members(device_form::blocks, n, blocks, in_place, random()).check_whole();
        }
}

// What the ranks of other groups have is added on the host.
TEST(device_reduction, goes_on_with_what_others_have)
{
    std::mt19937 random(5);
    for (auto form : {device_form::sum, device_form::prefixes, device_form::prefixes_before, device_form::blocks})
        for (int ranks : sizes_of_groups) {
            auto each = std::size_t(1 + random() % 40);
            auto blocks = form == device_form::blocks ? laid_out(std::vector<std::size_t>(std::size_t(ranks), each))
                                                      : std::vector<element_range>();
            auto in_place = drawn_places(ranks, random);
            auto n = blocks.empty() ? each : each * std::size_t(ranks);
            members(form, n, blocks, in_place, random(), true).check_part();
        }
}

// Its result, at the beginning of its buffer, lies partly over the operand that it is made of.
TEST(device_reduction, gives_a_block_that_is_longer_than_those_before_it)
{
    members(device_form::blocks, 105, laid_out({2, 102, 1}), {true, true, true}, 1).check_whole();
    members(device_form::blocks, 104, laid_out({2, 101, 1}), {true, true, true}, 2).check_whole();
}

} // namespace
} // namespace hocket
