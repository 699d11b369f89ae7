// SPDX-License-Identifier: BSD-3-Clause
#include "simulate/draw/timetable.hpp"
#include "catalogue/spec.hpp"
#include "simulate/draw/node_colours.hpp"
#include "simulate/draw/round_cells.hpp"
#include "simulate/draw/rows.hpp"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace hocket {
namespace {

constexpr auto sheet = R"(
.cell { fill: #0f172a; font-size: 9px; text-anchor: middle }
.several { fill: #94a3b8 }
@media (prefers-color-scheme: dark) {
.cell { fill: #f8fafc }
.several { fill: #64748b }
}
)";

class timetable_picture {
public:
    timetable_picture(const round_table& table, const layout& where, const picture_title& title)
        : table_(table), where_(where), rows_(where, most_rows), busiest_(busiest_nodes(table, where)),
          at_(grid_of(table.rounds, rows_.count())),
          on_(at_.width(), height(), title.collective + " " + title.algorithm,
              "Timetable: rounds from left to right, ranks from top to bottom, in each cell the partner.",
              sheet + node_colours(where.nodes()))
    {
        draw_names(title);
        draw_ranks();
        draw_rounds();
        draw_cells(on_, at_, table_, where_, rows_);
        draw_words();
    }
    std::string done() && { return std::move(on_).done(); }

private:
    bool spans_nodes() const { return where_.nodes() > 1; }
    double height() const { return at_.bottom() + (spans_nodes() ? 84 : 58); }

    void draw_names(const picture_title& title)
    {
        on_.text(12, 24, clipped(title.collective + " " + title.algorithm, std::size_t(at_.width() / 10)), "title");
        on_.text(12, 42,
                 fmt::format("{} ranks on {} node{} ({}), {} bytes{}", where_.ranks(), where_.nodes(),
                             spans_nodes() ? "s" : "", where_.text(), print_size(title.bytes), title.of),
                 "");
    }
    void draw_ranks()
    {
        on_.text(at_.left - 16, at_.top - 8, rows_.title(), "right");
        for (auto& node : rows_.nodes()) {
            double y = at_.y(node.first), h = at_.row * node.count;
            if (h >= 10) on_.text(12, y + h / 2 + 4, node.label, "small");
        }
        for (int rank = 0; rank < where_.ranks(); ++rank) {
            double y = at_.y(rows_[rank]);
            on_.rect(at_.left - 10, y, 6, at_.row, fmt::format("n{}", where_.node_of(rank)));
            if (at_.row >= 8) on_.text(at_.left - 16, y + at_.row / 2 + 3.5, std::to_string(rank), "right small");
        }
    }
    void draw_rounds()
    {
        on_.text(at_.left, at_.top - 22, "round", "");
        int every = std::max(1, int(std::ceil(20 / at_.column)));
        for (int round = 0; round < table_.rounds; round += every) {
            double x = at_.x(round) + at_.column / 2;
            on_.text(x, at_.top - 8, std::to_string(round + 1), "middle small");
            if (spans_nodes()) on_.text(x, at_.bottom() + 16, flows(busiest_[std::size_t(round)]), "middle small");
        }
        if (spans_nodes()) on_.text(at_.left - 16, at_.bottom() + 16, "busiest node", "right small");
    }
    // Messages between nodes, out of the node that gives most and into the one that takes most.
    static std::string flows(const round_flows& f)
    {
        return f.out == f.in ? std::to_string(f.out) : fmt::format("{}/{}", f.out, f.in);
    }
    void draw_words()
    {
        double y = at_.bottom() + (spans_nodes() ? 44 : 24);
        if (table_.rounds == 0) return on_.text(at_.left, y, "no messages", "");
        on_.text(12, y, "A cell: the partner, in the colour of its node (the strip beside the ranks); blank: none.",
                 "");
        on_.text(12, y + 18, "Two halves: above to whom, below from whom. Grey: as many partners.", "");
        if (spans_nodes()) on_.text(12, at_.bottom() + 30, "(messages out of it, or out of one and into one)", "small");
    }
    static std::string clipped(std::string text, std::size_t room)
    {
        if (text.size() > room) text = text.substr(0, room - 1) + "\u2026";
        return text;
    }

    const round_table& table_;
    const layout& where_;
    row_map rows_;
    std::vector<round_flows> busiest_;
    round_grid at_;
    canvas on_;
};

} // namespace

result<std::string> draw_timetable(const schedule& what, const layout& where, const picture_title& title)
{
    auto table = rounds_of(what);
    if (where.ranks() > most_rows || table.rounds > most_rounds)
        return mistake{fmt::format("{} ranks in {} rounds are no readable timetable; at most {} in {} are drawn",
                                   where.ranks(), table.rounds, most_rows, most_rounds)};
    return timetable_picture(table, where, title).done();
}

} // namespace hocket
