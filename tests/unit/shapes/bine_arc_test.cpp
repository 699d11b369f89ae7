// SPDX-License-Identifier: BSD-3-Clause
#include "shapes/bine_arc.hpp"
#include <gtest/gtest.h>
#include <vector>

namespace hocket {
namespace {

void mark_below(int v, int p, std::vector<char>& in)
{
    in[std::size_t(v)] = 1;
    bine_tree{v, p}.each_child([&](int child) { mark_below(child, p, in); });
}

TEST(bine_arc, is_the_subtree_of_every_vertex)
{
    for (int p = 1; p <= 300; ++p)
        for (int v = 0; v < p; ++v) {
            std::vector<char> expected(std::size_t(p), 0), found = expected;
            mark_below(v, p, expected);
            auto arc = bine_arc::below(v, p);
            for (int i = 0; i < arc.count; ++i) found[std::size_t((arc.first + i) % p)] = 1;
            ASSERT_EQ(found, expected) << v << " of " << p;
        }
}

double served(int v, int p)
{
    double sent = 0, time = 0;
    bine_tree{v, p}.each_child([&](int child) {
        sent += 1 + 0.25 * bine_arc::below(child, p).count;
        time = std::max(time, sent + served(child, p));
    });
    return time;
}

TEST(bine_arc, scatter_takes_the_longest_of_all_ways)
{
    for (int p = 1; p <= 300; ++p)
        ASSERT_DOUBLE_EQ(bine_scatter(0, p, [](int n) { return 1 + 0.25 * n; }), served(0, p)) << p;
}

} // namespace
} // namespace hocket
