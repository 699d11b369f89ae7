// SPDX-License-Identifier: BSD-3-Clause
#include "simulate/rank_tracks.hpp"
#include <algorithm>
#include <array>
#include <cmath>

namespace hocket {
namespace {

using sides = std::vector<message_side>;

int every_so_many(const trace& what, int ranks, std::size_t most)
{
    std::vector<std::size_t> of_rank(std::size_t(ranks), 0);
    for (auto& m : what.messages) ++of_rank[std::size_t(m.from)], ++of_rank[std::size_t(m.to)];
    for (int every = 1;; every *= 2) {
        std::size_t sum = 0;
        for (std::size_t r = 0; r < of_rank.size(); r += std::size_t(every)) sum += of_rank[r];
        if (sum <= most || every >= ranks) return every;
    }
}

// [sends] of each shown rank.
std::vector<std::array<sides, 2>> shown_sides(const trace& what, int ranks, std::size_t most, rank_tracks& made)
{
    std::vector<std::array<sides, 2>> of_rank(std::size_t((ranks - 1) / made.every + 1));
    auto add = [&](int rank, bool sends, std::int64_t message, double begin, double end) {
        if (rank % made.every != 0) return;
        if (made.sides == most) {
            ++made.left_out;
            return;
        }
        ++made.sides;
        auto from = in_nanoseconds(begin);
        of_rank[std::size_t(rank / made.every)][sends].push_back(
            {message, from, std::max(from, in_nanoseconds(end))}); // no end in a run that was given up
    };
    for (std::size_t i = 0; i < what.messages.size(); ++i) {
        auto& m = what.messages[i];
        add(m.from, true, std::int64_t(i), m.send_posted, m.send_finished);
        add(m.to, false, std::int64_t(i), m.recv_posted, m.finished);
    }
    return of_rank;
}

// Each side goes to the first lane that is free again.
void add_lanes(std::vector<rank_track>& all, int rank, bool sends, sides& of)
{
    std::ranges::stable_sort(of, {}, &message_side::begin);
    auto first = all.size();
    for (auto& side : of) {
        auto lane = first;
        while (lane < all.size() && all[lane].sides.back().end > side.begin) ++lane;
        if (lane == all.size()) all.push_back({rank, sends, int(lane - first), {}});
        all[lane].sides.push_back(side);
    }
}

} // namespace

nanoseconds in_nanoseconds(double microseconds)
{
    return std::llround(microseconds * 1e3);
}

rank_tracks tracks_of(const trace& what, int ranks, std::size_t most)
{
    rank_tracks made;
    made.every = every_so_many(what, ranks, most);
    auto of_rank = shown_sides(what, ranks, most, made);
    for (std::size_t r = 0; r < of_rank.size(); ++r)
        for (bool sends : {true, false}) add_lanes(made.all, int(r) * made.every, sends, of_rank[r][sends]);
    return made;
}

} // namespace hocket
