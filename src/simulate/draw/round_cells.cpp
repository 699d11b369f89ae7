// SPDX-License-Identifier: BSD-3-Clause
#include "simulate/draw/round_cells.hpp"
#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace hocket {
namespace {

constexpr std::size_t most_labels = 2000, most_apart = 4; // partners side by side in one cell

// Cells of one colour are one path, so that thousands of them stay a small document.
class cell_painter {
public:
    cell_painter(canvas& on, const round_grid& at, const layout& where, bool labels)
        : on_(on), at_(at), where_(where), labels_(labels)
    {
    }
    void cell(int line, int round, const std::vector<int>& to, const std::vector<int>& from)
    {
        double y = at_.y(line);
        if (to == from) return band(at_.x(round), y, at_.row, to);
        band(at_.x(round), y, at_.row / 2, to);
        band(at_.x(round), y + at_.row / 2, at_.row / 2, from);
    }
    void finish()
    {
        for (auto& [style, path] : paths_) on_.path(path, style);
        for (auto& l : texts_) on_.text(l.x, l.y, l.words, "cell");
    }

private:
    struct label {
        double x, y;
        std::string words;
    };
    void band(double x, double y, double height, const std::vector<int>& peers)
    {
        if (peers.empty()) return;
        if (peers.size() > most_apart || at_.column / double(peers.size()) < 3)
            return box(x, y, at_.column, height, "several", fmt::format("\u00d7{}", peers.size()));
        double width = at_.column / double(peers.size());
        for (auto peer : peers) {
            box(x, y, width, height, fmt::format("n{}", where_.node_of(peer)), std::to_string(peer));
            x += width;
        }
    }
    void box(double x, double y, double width, double height, const std::string& style, const std::string& words)
    {
        constexpr double gap = 0.6;
        paths_[style] +=
            fmt::format("M{:.1f} {:.1f}h{:.1f}v{:.1f}h-{:.1f}z", x, y, width - gap, height - gap, width - gap);
        bool fits = width >= 5.5 * double(words.size()) + 2 && height >= 9;
        if (labels_ && fits) texts_.push_back({x + width / 2, y + height / 2 + 3, words});
    }

    canvas& on_;
    const round_grid& at_;
    const layout& where_;
    bool labels_;
    std::map<std::string, std::string> paths_; // by style
    std::vector<label> texts_;
};

} // namespace

double round_grid::width() const
{
    return std::max(600.0, x(columns) + 16);
}

round_grid grid_of(int rounds, int rows)
{
    double column = std::clamp(880.0 / std::max(1, rounds), 4.0, 32.0), row = std::clamp(900.0 / rows, 5.0, 20.0);
    return {column, row, rounds, rows};
}

std::vector<round_flows> busiest_nodes(const round_table& table, const layout& where)
{
    std::map<std::pair<int, int>, round_flows> of; // by round and node
    std::vector<round_flows> most(std::size_t(table.rounds));
    for (auto& m : table.meetings) {
        if (where.node_of(m.rank) == where.node_of(m.peer)) continue;
        auto& mine = of[{m.round, where.node_of(m.rank)}];
        auto& all = most[std::size_t(m.round)];
        if (m.sends) all.out = std::max(all.out, ++mine.out);
        else all.in = std::max(all.in, ++mine.in);
    }
    return most;
}

void draw_cells(canvas& on, const round_grid& at, const round_table& table, const layout& where, const row_map& rows)
{
    cell_painter paint(on, at, where, table.meetings.size() <= 2 * most_labels);
    std::vector<int> to, from;
    for (std::size_t i = 0; i < table.meetings.size(); ++i) {
        auto& m = table.meetings[i];
        (m.sends ? to : from).push_back(m.peer);
        bool last = i + 1 == table.meetings.size() || table.meetings[i + 1].rank != m.rank ||
                    table.meetings[i + 1].round != m.round;
        if (!last) continue;
        paint.cell(rows[m.rank], m.round, to, from);
        to.clear(), from.clear();
    }
    paint.finish();
}

} // namespace hocket
