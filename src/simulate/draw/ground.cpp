// SPDX-License-Identifier: BSD-3-Clause
#include "catalogue/spec.hpp"
#include "simulate/draw/picture.hpp"
#include <cmath>
#include <fmt/format.h>

namespace hocket {
namespace {

// 1, 2 or 5 times a power of ten, so that about eight of them reach the end.
double tick(double finish)
{
    double rough = finish / 8, power = std::pow(10, std::floor(std::log10(rough)));
    for (double step : {1.0, 2.0, 5.0})
        if (step * power >= rough) return step * power;
    return 10 * power;
}

std::string counted(std::size_t n, const char* what)
{
    return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
}

} // namespace

void draw_ground(canvas& on, const plan_of_picture& at, const row_map& rows)
{
    bool second = false;
    for (auto& node : rows.nodes()) {
        double y = at.top + at.row_height * node.first, h = at.row_height * node.count;
        if (second) on.rect(0, y, at.width, h, "band");
        second = !second;
        if (h >= 10) on.text(12, y + h / 2 + 4, node.label, h >= 14 ? "" : "small");
    }
    auto style = at.row_height >= 12 ? "right" : "right small";
    on.text(at.left - 10, at.top - 8, rows.title(), "right");
    for (int row = 0; row < at.rows; ++row) {
        on.line(at.left, at.y(row), at.right, at.y(row), "rank");
        on.text(at.left - 10, at.y(row) + 3.5, rows.label(row), style);
    }
}

void draw_axis(canvas& on, const plan_of_picture& at)
{
    double step = tick(at.finish);
    for (int i = 0; i * step <= at.finish * 1.0001; ++i) {
        double x = at.x(i * step);
        on.line(x, at.top, x, at.bottom() + 4, "grid");
        on.text(x, at.bottom() + 17, fmt::format("{:g}", i * step), "middle");
    }
    on.text(at.left - 10, at.bottom() + 17, "\u00b5s", "right");
}

void draw_title(canvas& on, const trace& what, const layout& where, const picture_title& title)
{
    constexpr std::size_t room = 100;
    auto name = title.collective + " " + title.algorithm;
    if (name.size() > room) name = name.substr(0, room - 1) + "\u2026";
    on.text(12, 24, name, "title");
    on.text(12, 42,
            fmt::format("{} on {} ({}), {} bytes{}, machine {}: {} in {:.4g} \u00b5s",
                        counted(std::size_t(where.ranks()), "rank"), counted(std::size_t(where.nodes()), "node"),
                        where.text(), print_size(title.bytes), title.of, title.machine,
                        counted(what.messages.size(), "message"), what.finish),
            "");
}

void draw_legend(canvas& on, const plan_of_picture& at, const strokes& drawn, bool spans_nodes, std::size_t critical)
{
    double x = at.left, y = at.bottom() + 44;
    auto entry = [&](const char* style, const std::string& words) {
        on.line(x, y - 4, x + 24, y - 4, style, std::string_view(style) == "critical" ? 2.4 : 2);
        on.text(x + 30, y, words, "");
        x += 30 + 6.4 * double(words.size()) + 24;
    };
    if (drawn.all.empty()) return on.text(x, y, "no messages", "");
    entry("node", "inside a node");
    if (spans_nodes) entry("network", "between nodes");
    entry("critical", fmt::format("critical path, {}", counted(critical, "message")));
    std::string how = drawn.merged ? "thickness: number of messages" : "thickness: bytes";
    if (drawn.left_out) how += fmt::format("; {} in the thinnest strokes left out", counted(drawn.left_out, "message"));
    on.text(x, y, how, "");
}

} // namespace hocket
