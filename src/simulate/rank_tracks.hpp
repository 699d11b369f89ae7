// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "simulate/trace.hpp"

namespace hocket {

using nanoseconds = std::int64_t; // whole ones, so that what follows on a track never overlaps by rounding

// One side of a message, from the moment it was posted until it was over for that rank.
struct message_side {
    std::int64_t message;
    nanoseconds begin, end;
};

// Sides of one rank, all sends or all receives, none of which overlap.
struct rank_track {
    int rank;
    bool sends;
    int lane;
    std::vector<message_side> sides; // in the order of time
};

struct rank_tracks {
    std::vector<rank_track> all; // by rank, sends first, then by lane
    int every = 1; // of the ranks, one in so many is shown, from rank 0
    std::size_t sides = 0, left_out = 0; // shown; of shown ranks, but too many
};

nanoseconds in_nanoseconds(double microseconds);

// All ranks, or every 2nd, 4th, ... so that at most `most` sides are shown.
rank_tracks tracks_of(const trace& what, int ranks, std::size_t most);

} // namespace hocket
