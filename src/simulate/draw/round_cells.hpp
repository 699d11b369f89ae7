// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "simulate/draw/canvas.hpp"
#include "simulate/draw/rounds.hpp"
#include "simulate/draw/rows.hpp"

namespace hocket {

// Where the cells are on the paper, in pixels.
struct round_grid {
    static constexpr double left = 104, top = 86;
    double column, row;
    int columns, rows;

    double x(int round) const { return left + column * round; }
    double y(int line) const { return top + row * line; }
    double bottom() const { return y(rows); }
    double width() const;
};
round_grid grid_of(int rounds, int rows);

// Messages of one round between nodes: out of the node that gives most, into the one that takes most.
struct round_flows {
    int out = 0, in = 0;
};
std::vector<round_flows> busiest_nodes(const round_table& table, const layout& where);

void draw_cells(canvas& on, const round_grid& at, const round_table& table, const layout& where, const row_map& rows);

} // namespace hocket
