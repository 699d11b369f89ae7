// SPDX-License-Identifier: BSD-3-Clause
// Placements for compositions, and a broadcast on each of their ranks as the root.
#pragma once
#include "catalogue/catalogue.hpp"
#include "world/bcast_trial.hpp"
#include "world/clock.hpp"
#include <gtest/gtest.h>
#include <random>

namespace hocket {

// Any nodes in any order, each rank bound as it likes.
inline layout random_layout(int p, unsigned seed)
{
    std::mt19937 dice(seed * 7919 + unsigned(p));
    std::vector<int> node_of;
    std::vector<domain_ids> said;
    auto nodes = 1 + dice() % 5;
    auto word = [&](unsigned kinds) { return int(dice() % kinds) - 1; };
    for (int r = 0; r < p; ++r) {
        node_of.push_back(int(dice() % nodes));
        said.push_back({word(3), word(3), word(4)});
    }
    return layout::of(node_of).divided(said);
}

inline std::vector<layout> placements(int p)
{
    auto two = layout::block(p, (p + 1) / 2);
    return {random_layout(p, 1),
            random_layout(p, 2),
            random_layout(p, 3),
            two,
            layout::block(p, p).divided(domain::socket, 4).divided(domain::l3, 2),
            layout::block(p, 1),
            layout::cyclic(p, 3).divided(domain::numa, 2),
            layout::block(p, 5),
            two.divided(domain::socket, (p + 3) / 4).divided(domain::numa, 2).divided(domain::l3, 1)};
}

inline void expect_right_everywhere(const std::string& spec, int p)
{
    for (auto& where : placements(p))
        for (std::size_t n : {0, 1, 100, 1000}) {
            auto bound = bind_algorithm("bcast", std::string_view(spec), {&where, double(n)});
            ASSERT_TRUE(bound) << bound.error().what;
            bcast_trial trial(p);
            for (int root = 0; root < p; ++root) {
                seeded order(unsigned(root) + 1);
                auto wrong = trial.run(bound->as<bytes>(), root, n, order);
                ASSERT_FALSE(wrong) << spec << ", " << p << " ranks, " << where.text() << ", root " << root << ", " << n
                                    << " bytes: " << wrong->kind << ": " << wrong->detail;
            }
        }
}

struct times {
    double declared, counted;
};

// Latency 1 and nothing else: rounds.
inline times rounds_of(const std::string& spec, const layout& where, std::size_t n)
{
    price unit{1, 0};
    place at{&where, double(n), unit, unit};
    auto bound = bind_algorithm("bcast", std::string_view(spec), at);
    bcast_trial trial(where.ranks());
    clock_order clock(where, unit, unit);
    EXPECT_FALSE(trial.run(bound->as<bytes>(), 0, n, clock));
    return {bound->declared(at.as_problem()).finish, clock.now()};
}

} // namespace hocket
