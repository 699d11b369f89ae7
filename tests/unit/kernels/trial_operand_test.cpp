// SPDX-License-Identifier: BSD-3-Clause
// What a reduction on a device is tried out with: one result however operands are bracketed, and another one where an
// operand is missing or out of place.
#include "kernels/cuda/kernel_names.hpp"
#include "kernels/trial_operand.hpp"
#include <algorithm>
#include <gtest/gtest.h>
#include <vector>

namespace hocket {
namespace {

constexpr std::size_t n = 1027;
using vectors = std::vector<std::vector<std::byte>>;

template <class Body> void for_each_device_kernel(Body body)
{
    for (int what = 0; what < operations; ++what)
        for (int of = 0; of < elements_known; ++of) {
            auto name = device_kernel_name(operation(what), element(of));
            bool is_half = element(of) == element::f16 || element(of) == element::bf16;
            if (!name.empty() && !is_half) body(operation(what), element(of), name);
        }
}

vectors operands_of(operation what, element of, int ranks)
{
    vectors all(std::size_t(ranks), std::vector<std::byte>(n * find_kernel(what, of)->size));
    for (int rank = 0; rank < ranks; ++rank) fill_trial_operand(what, of, rank, n, all[std::size_t(rank)].data());
    return all;
}

std::vector<std::byte> folded(const kernel& with, const vectors& in)
{
    auto result = in[0];
    for (std::size_t j = 1; j < in.size(); ++j) with.combine(result.data(), result.data(), in[j].data(), n);
    return result;
}

// Of every `groups`th operand by itself first.
std::vector<std::byte> folded_in_groups(const kernel& with, const vectors& in, std::size_t groups)
{
    vectors parts;
    for (std::size_t g = 0; g < groups; ++g) {
        vectors part;
        for (auto j = g; j < in.size(); j += groups) part.push_back(in[j]);
        parts.push_back(folded(with, part));
    }
    std::ranges::reverse(parts);
    return folded(with, parts);
}

TEST(trial_operands, have_one_result_however_they_are_bracketed)
{
    for_each_device_kernel([](operation what, element of, const std::string& name) {
        auto& with = *find_kernel(what, of);
        for (int ranks : {2, 3, 18, 300}) {
            auto all = operands_of(what, of, ranks);
            auto wanted = folded(with, all);
            for (std::size_t groups : {2, 3, 17}) {
                if (groups > all.size()) continue;
                EXPECT_EQ(folded_in_groups(with, all, groups), wanted) << name << " of " << ranks;
            }
        }
    });
}

TEST(trial_operands, show_one_that_is_missing_or_out_of_place)
{
    for_each_device_kernel([](operation what, element of, const std::string& name) {
        auto& with = *find_kernel(what, of);
        for (int ranks : {2, 3, 18}) {
            auto all = operands_of(what, of, ranks);
            auto wanted = folded(with, all);
            for (std::size_t one = 0; one < all.size(); ++one) {
                auto others = all, moved = all;
                others.erase(others.begin() + std::ptrdiff_t(one));
                std::ranges::rotate(moved[one], moved[one].begin() + std::ptrdiff_t(with.size));
                EXPECT_NE(folded(with, others), wanted) << name << " without operand " << one << " of " << ranks;
                EXPECT_NE(folded(with, moved), wanted) << name << ", operand " << one << " of " << ranks << " moved";
            }
        }
    });
}

} // namespace
} // namespace hocket
