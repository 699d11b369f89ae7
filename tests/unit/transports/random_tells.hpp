// SPDX-License-Identifier: BSD-3-Clause
// What ranks tell and deal one another at random.
#pragma once
#include "async/task.hpp"
#include "net/net.hpp"
#include <algorithm>
#include <gtest/gtest.h>
#include <random>
#include <vector>

namespace hocket {

inline void add_bytes(const reduction& self, bytes out, cbytes low, cbytes high)
{
    EXPECT_EQ(out.size() % self.element, 0) << "an element is cut in two";
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = std::byte(int(low[i]) + int(high[i]));
}
inline const reduction adding{add_bytes, 1, true}, adding_triples{add_bytes, 3, true};

struct halves {
    bytes list[2];
    explicit halves(std::vector<std::byte>& v) : list{bytes(v).first(v.size() / 3), bytes(v).subspan(v.size() / 3)} {}
};

// What every rank tells all others, or deals them, or only one rank, if it does not come by messages.
struct round_of_tells {
    int only = -1; // all of them
    bool combined = false, dealt = false;
    std::vector<std::vector<std::byte>> said;   // by rank
    std::vector<std::vector<std::size_t>> cuts; // of these, where parts begin and end, by who gets them
    std::vector<std::vector<std::byte>> got;    // by who hears, and from whom

    share of(int from, int to) const
    {
        auto whole = said[std::size_t(from)].size();
        return dealt ? share{cuts[std::size_t(from)][std::size_t(to)], whole} : share{0, whole};
    }
    std::size_t size(int from, int to) const
    {
        return dealt ? cuts[std::size_t(from)][std::size_t(to) + 1] - of(from, to).before : of(from, to).whole;
    }
};

// The rank itself gets nothing, and others may.
inline std::vector<std::size_t> random_cuts(int rank, int ranks, std::size_t whole, std::mt19937_64& dice)
{
    std::vector<std::size_t> at{0, whole};
    for (int i = 2; i < ranks; ++i) at.push_back(dice() % (whole + 1));
    std::ranges::sort(at);
    at.insert(at.begin() + rank, at[std::size_t(rank)]);
    return at;
}

inline std::vector<round_of_tells> random_tells(int ranks, std::size_t most, std::mt19937_64& dice)
{
    std::vector<round_of_tells> all(60);
    int only = -1;
    for (auto& one : all) {
        if (dice() % 16 == 0) only = int(dice() % std::size_t(ranks + 1)) - 1; // so long that a ring goes round
        one.only = only;
        one.combined = dice() % 3 == 0;
        for (int r = 0; r < ranks; ++r) {
            one.said.emplace_back(dice() % 3 ? dice() % 60 : dice() % most);
            for (auto& b : one.said.back()) b = std::byte(dice());
            one.cuts.push_back(random_cuts(r, ranks, one.said.back().size(), dice));
        }
        one.dealt = !one.combined && dice() % 2;
        for (int hearer = 0; hearer < ranks; ++hearer)
            for (int from = 0; from < ranks; ++from)
                one.got.emplace_back(one.size(from, hearer), std::byte(one.combined ? 1 : 0));
    }
    return all;
}

inline task hear_part(net on, int from, std::vector<std::byte>& into, share mine)
{
    halves cut(into);
    auto heard = on.together(1);
    if (into.size() % 2) heard.add(on.hearing(from, std::span<const bytes>(cut.list), mine));
    else heard.add(on.hearing(from, into, mine));
    co_await heard;
}

inline std::vector<bytes> parts_of(round_of_tells& one, int me, int ranks)
{
    std::vector<bytes> parts;
    bytes all(one.said[std::size_t(me)]);
    for (int to = 0; to < ranks; ++to) parts.push_back(all.subspan(one.of(me, to).before, one.size(me, to)));
    return parts;
}

// With an operand that lies elsewhere.
inline task hear_combined(net on, int from, bytes into, const reduction& how)
{
    std::vector<std::byte> with(into.begin(), into.end());
    std::ranges::fill(into, std::byte(0xee));
    co_await op(on.port(), on.hearing_reduce(from, into, with, how, from > on.rank()));
}

inline task tell_and_hear(net on, std::vector<round_of_tells>& all)
{
    int me = on.rank(), p = on.size();
    for (auto& one : all) {
        bool tells = one.only < 0 || one.only == me;
        auto parts = one.dealt ? parts_of(one, me, p) : std::vector<bytes>();
        auto told = !tells ? on.together(1) : one.dealt ? on.deal(parts) : on.tell(one.said[std::size_t(me)]);
        for (int ahead = 1; ahead < p; ++ahead) {
            int from = on.next(ahead);
            auto& into = one.got[std::size_t(me * p + from)];
            if (one.only >= 0 && one.only != from) continue;
            auto& how = into.size() % 3 ? adding : adding_triples;
            if (one.dealt) co_await hear_part(on, from, into, one.of(from, me));
            else if (one.combined) co_await hear_combined(on, from, into, how);
            else co_await on.hear(from, into);
        }
        co_await told;
    }
}

// What two nets tell at once comes in any order of the two.
struct two_nets_tell {
    std::vector<round_of_tells> one, other;

    two_nets_tell(int ranks, std::size_t most, std::mt19937_64& dice)
        : one(random_tells(ranks, most, dice)), other(random_tells(ranks, most, dice))
    {
    }
};

inline void expect_heard(int ranks, const std::vector<round_of_tells>& all)
{
    for (auto& one : all)
        for (int i = 0; i < ranks * ranks; ++i) {
            int hearer = i / ranks, from = i % ranks;
            if (hearer == from || (one.only >= 0 && one.only != from)) continue;
            auto part =
                cbytes(one.said[std::size_t(from)]).subspan(one.of(from, hearer).before, one.size(from, hearer));
            std::vector<std::byte> wanted(part.begin(), part.end());
            for (auto& b : wanted) b = std::byte(int(b) + one.combined);
            ASSERT_EQ(one.got[std::size_t(i)], wanted) << hearer << " of " << from;
        }
}

} // namespace hocket
