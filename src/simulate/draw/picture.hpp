// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "simulate/critical_path.hpp"
#include "simulate/draw/canvas.hpp"
#include "simulate/draw/draw.hpp"
#include "simulate/draw/strokes.hpp"

namespace hocket {

// Where things are on the paper, in pixels.
struct plan_of_picture {
    static constexpr double width = 1000, left = 96, right = 984, top = 66;
    double row_height, finish; // finish: microseconds at the right edge
    int rows;

    double x(double time) const { return left + (right - left) * time / finish; }
    double y(int row) const { return top + row_height * (row + 0.5); }
    double bottom() const { return top + row_height * rows; }
    double height() const { return bottom() + 62; }
};

// What lies under the messages, and around them.
void draw_ground(canvas& on, const plan_of_picture& at, const row_map& rows);
void draw_axis(canvas& on, const plan_of_picture& at);
void draw_title(canvas& on, const trace& what, const layout& where, const picture_title& title);
void draw_legend(canvas& on, const plan_of_picture& at, const strokes& drawn, bool spans_nodes, std::size_t critical);

void draw_strokes(canvas& on, const plan_of_picture& at, const strokes& drawn, const trace& what);
void draw_critical(canvas& on, const plan_of_picture& at, const std::vector<critical_step>& path, const trace& what,
                   const row_map& rows);

} // namespace hocket
