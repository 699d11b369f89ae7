// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "simulate/trace.hpp"
#include "topology/layout.hpp"
#include <string>

namespace hocket {

struct picture_title {
    std::string collective, algorithm, machine;
    std::size_t bytes = 0;
    std::string of = {}; // what has so many: " a rank"; empty: the whole
};

// A space-time picture: a line for each rank, time to the right, a stroke for each message, the critical path on top.
// More than 64 ranks share rows, and messages between the same rows at about the same time become one stroke, so
// that the picture stays readable and small.
std::string draw_svg(const trace& what, const layout& where, const picture_title& title);

} // namespace hocket
