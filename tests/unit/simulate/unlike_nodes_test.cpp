// SPDX-License-Identifier: BSD-3-Clause
// Declared times beside simulated ones where nodes and sets of ranks have no common borders, or neighbours no node.
#include "choose/own_choice.hpp"
#include "machine/machine.hpp"
#include "simulate/compare.hpp"
#include <gtest/gtest.h>

namespace hocket {
namespace {

std::vector<layout> places()
{
    const int odd[] = {0, 0, 0, 0, 1, 1, 1, 2};
    return {layout::block(15, 5), layout::block(16, 8),  layout::block(13, 5),
            layout::block(60, 7), layout::cyclic(12, 3), layout::of(odd)};
}

std::vector<std::string> specs(const std::string& collective)
{
    std::vector<std::string> all;
    for (int k : {2, 3, 4, 5, 8, 16}) all.push_back("exchange:k=" + std::to_string(k));
    if (collective != "barrier") all.emplace_back("recursive-doubling");
    return all;
}

// Declared over simulated times, all of one machine and collective.
std::vector<double> shares(const machine& by, const std::string& collective)
{
    std::vector<double> all;
    for (const auto& where : places()) {
        for (std::size_t n : {8, 1024, 65536}) {
            comparison_options with;
            with.full = true;
            auto at = priced_place(collective, where, n, by);
            for (const auto& row : compare(by, at, {.collective = collective, .bytes = n}, specs(collective), with))
                all.push_back(row.declared / row.times.time);
        }
    }
    return all;
}

} // namespace

TEST(UnlikeNodes, ExchangesWerePricedAsIfTheirSetsStayedOnOneNode)
{
    for (auto* name : {"aurora", "efa-100g", "gigabit"}) {
        for (auto* collective : {"allreduce", "allgather", "barrier"}) {
            auto found = shares(*find_machine(name), collective);
            ASSERT_GE(found.size(), 36u);
            auto [least, most] = std::minmax_element(found.begin(), found.end());
            EXPECT_GT(*least, 0.65) << name << ' ' << collective;
            EXPECT_LT(*most, 10) << name << ' ' << collective;
        }
    }
}

} // namespace hocket
