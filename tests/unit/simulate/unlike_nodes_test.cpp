// SPDX-License-Identifier: BSD-3-Clause
// Declared times beside simulated ones where nodes and sets of ranks have no common borders.
#include "choose/own_choice.hpp"
#include "machine/machine.hpp"
#include "simulate/compare.hpp"
#include <gtest/gtest.h>

namespace hocket {
namespace {

std::vector<layout> places()
{
    return {layout::block(15, 5), layout::block(16, 8), layout::block(13, 5), layout::block(60, 7)};
}

// The least that a declared time is of the simulated one.
double least_share(const char* machine_name, const std::string& collective)
{
    auto by = *find_machine(machine_name);
    std::vector<std::string> specs;
    for (int k : {2, 3, 4, 5, 8, 16}) specs.push_back("exchange:k=" + std::to_string(k));
    double least = 1;
    for (const auto& where : places()) {
        for (std::size_t n : {8, 1024, 65536}) {
            auto at = priced_place(collective, where, n, by, true);
            comparison_options all;
            all.full = true;
            for (const auto& row : compare(by, at, {.collective = collective, .bytes = n}, specs, all))
                least = std::min(least, row.declared / row.times.time);
        }
    }
    return least;
}

} // namespace

TEST(UnlikeNodes, ExchangesWerePricedAsIfTheirSetsStayedOnOneNode)
{
    for (auto* machine : {"aurora", "efa-100g", "gigabit"})
        for (auto* collective : {"allreduce", "allgather", "barrier"})
            EXPECT_GT(least_share(machine, collective), 0.65) << machine << ' ' << collective;
}

} // namespace hocket
