// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "simulate/draw/rows.hpp"
#include "simulate/trace.hpp"

namespace hocket {

// A line of the picture: one message, or several.
struct stroke {
    int from = 0, to = 0; // rows
    bool between_nodes = false;
    double leaves = 0, comes = 0; // microseconds
    double bytes = 0, messages = 1;
    std::int64_t first = 0; // index of (one of) its messages
};

struct strokes {
    std::vector<stroke> all;
    bool merged = false; // strokes stand for several messages
    std::size_t left_out = 0; // messages without a stroke
};

// At most `single` strokes of one message each; where there are more messages, at most `most` of several.
strokes strokes_of(const trace& what, const row_map& rows, std::size_t single, std::size_t most);

} // namespace hocket
