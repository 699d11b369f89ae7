// SPDX-License-Identifier: BSD-3-Clause
// The text of the device's kernels, compiled for the host, leaves the bits of the host's own kernels: every operation
// on every type, two, three and up to sixteen operands bracketed from the left, one or several results, any alignment,
// count and number of threads.
#include "kernels/cuda/kernel_names.hpp"
#include "kernels/on_host.hpp"
#include "kernels/operands.hpp"
#include "kernels/reference.hpp"
#include <algorithm>
#include <gtest/gtest.h>
#include <set>
#include <span>

namespace hocket {
namespace {

template <class Body> void for_each_device_kernel(Body body)
{
    for (int what = 0; what < operations; ++what)
        for (int of = 0; of < elements_known; ++of)
            if (!device_kernel_name(operation(what), element(of)).empty()) body(operation(what), element(of));
}

std::vector<std::byte> folded(const kernel& with, const std::vector<std::vector<std::byte>>& in, std::size_t n)
{
    auto result = in[0];
    for (std::size_t j = 1; j < in.size(); ++j) with.combine(result.data(), result.data(), in[j].data(), n);
    return result;
}

// Memory that starts `offset` bytes after 64 aligned ones, with guards around it.
class placed {
public:
    placed(std::size_t offset, const std::vector<std::byte>& data)
        : all_(offset + data.size() + 256, std::byte(0x5a)), size_(data.size())
    {
        auto skip = (64 - reinterpret_cast<std::uintptr_t>(all_.data()) % 64) % 64;
        at_ = all_.data() + skip + 64 + offset;
        std::copy(data.begin(), data.end(), at_);
    }
    std::byte* data() { return at_; }
    bool is_guarded() const
    {
        auto untouched = [](std::byte b) { return b == std::byte(0x5a); };
        const std::byte *begin = at_, *end = all_.data() + all_.size();
        return std::all_of(all_.data(), begin, untouched) && std::all_of(begin + size_, end, untouched);
    }

private:
    std::vector<std::byte> all_;
    std::size_t size_;
    std::byte* at_;
};

struct launch {
    std::size_t operands, n;
    unsigned threads;
    std::vector<std::size_t> offsets; // of the result and the operands, which take them by turns
    int in_place = -1;                // which operand the first result lies on
    std::size_t results = 1;          // each further one on the next operand, or apart
};

const std::vector<launch> launches{
    {2, 1000, 1, {0}},        {2, 1000, 7, {0}},       {2, 257, 3, {1, 2, 3}},     {2, 333, 5, {8, 8, 8}},
    {3, 500, 4, {4}},         {3, 130, 64, {12, 4}},   {16, 97, 6, {0}},           {16, 50, 3, {2}},
    {5, 1, 2, {0}},           {2, 0, 2, {0}},          {2, 200, 9, {0}, 0},        {2, 200, 9, {16}, 1},
    {7, 77, 2, {6, 6, 6}, 3}, {1, 40, 3, {0, 16, 32}}, {2, 3, 500, {15}},          {2, 99, 4, {0}, -1, 3},
    {3, 61, 5, {4}, 0, 3},    {16, 45, 3, {0}, 0, 16}, {1, 70, 2, {8, 3}, -1, 16}, {4, 33, 7, {1}, 2, 2},
};

// The first element that differs, or n.
std::size_t first_wrong(operation what, element of, const launch& by)
{
    auto* with = find_kernel(what, of);
    std::vector<std::vector<std::byte>> data;
    std::vector<placed> in;
    for (std::size_t j = 0; j < by.operands; ++j) {
        data.push_back(operands(of, by.n, j + 1));
        in.emplace_back(by.offsets[(j + 1) % by.offsets.size()], data.back());
    }
    std::vector<const std::byte*> from;
    for (auto& one : in) from.push_back(one.data());
    std::vector<placed> apart;
    for (std::size_t j = 0; by.in_place < 0 && j < by.results; ++j)
        apart.emplace_back(by.offsets[j % by.offsets.size()], std::vector<std::byte>(by.n * with->size, std::byte(1)));
    auto results = by.in_place < 0 ? std::span(apart) : std::span(in).subspan(std::size_t(by.in_place), by.results);
    std::vector<std::byte*> out;
    for (auto& one : results) out.push_back(one.data());
    EXPECT_TRUE(run_on_host(device_kernel_name(what, of), out, from, by.n, by.threads));
    auto wanted = folded(*with, data, by.n);
    for (auto& one : results) {
        EXPECT_TRUE(one.is_guarded());
        for (std::size_t i = 0; i < by.n; ++i)
            if (!reference::same(what, of, one.data() + i * with->size, &wanted[i * with->size])) return i;
    }
    return by.n;
}

TEST(device_kernels, leave_the_bits_of_the_hosts)
{
    for_each_device_kernel([](operation what, element of) {
        for (auto& by : launches)
            ASSERT_EQ(first_wrong(what, of, by), by.n)
                << device_kernel_name(what, of) << ", launch " << &by - launches.data();
    });
}

TEST(device_kernels, are_there_for_all_but_long_doubles)
{
    for (int what = 0; what < operations; ++what)
        for (int of = 0; of < elements_known; ++of) {
            auto type = element(of);
            bool has = type != element::f80 && type != element::c80 && type != element::long_double_int;
            has &= find_kernel(operation(what), type) != nullptr;
            EXPECT_EQ(!device_kernel_name(operation(what), type).empty(), has) << what << " on " << of;
        }
}

TEST(device_kernels, are_all_asked_for)
{
    std::set<std::string> asked;
    for_each_device_kernel([&](operation what, element of) { asked.insert(device_kernel_name(what, of)); });
    for (auto& name : names_on_host()) EXPECT_TRUE(asked.contains(name)) << name;
    EXPECT_EQ(asked.size(), names_on_host().size());
}

} // namespace
} // namespace hocket
