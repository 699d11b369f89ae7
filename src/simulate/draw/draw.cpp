// SPDX-License-Identifier: BSD-3-Clause
#include "simulate/draw/draw.hpp"
#include "simulate/draw/picture.hpp"
#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace hocket {
namespace {

// Never more than about 3000 elements: so many messages have one of their own, with a tip; more share a path for each
// level and thickness; and beyond `single` several messages share a stroke of it.
constexpr std::size_t with_tips = 1200, single = 12000, shared = 12000;
constexpr int widths = 5;

const char* style_of(const stroke& s)
{
    return s.between_nodes ? "network" : "node";
}

std::string tip(const traced_message& m)
{
    return fmt::format("rank {} to {}: {} bytes, {:.4g} to {:.4g} \u00b5s", m.from, m.to, m.bytes, m.started,
                       m.finished);
}

// 1 .. widths
int width_class(double part)
{
    return std::clamp(int(std::ceil(std::sqrt(part) * widths)), 1, widths);
}

double pixels(int width_class, bool merged)
{
    return 0.7 + (merged ? 0.7 : 0.35) * (width_class - 1);
}

} // namespace

void draw_strokes(canvas& on, const plan_of_picture& at, const strokes& drawn, const trace& what)
{
    double greatest = 1;
    auto weight = [&](const stroke& s) { return drawn.merged ? s.messages : s.bytes; };
    for (auto& s : drawn.all) greatest = std::max(greatest, weight(s));
    std::array<std::string, 2 * widths> paths; // by level and width
    for (auto& s : drawn.all) {
        int width = width_class(weight(s) / greatest);
        double x1 = at.x(s.leaves), x2 = at.x(s.comes);
        if (!drawn.merged && drawn.all.size() <= with_tips)
            on.line(x1, at.y(s.from), x2, at.y(s.to), style_of(s), pixels(width, false),
                    tip(what.messages[std::size_t(s.first)]));
        else
            paths[std::size_t(s.between_nodes * widths + width - 1)] +=
                fmt::format("M{:.1f} {:.1f}L{:.1f} {:.1f}", x1, at.y(s.from), x2, at.y(s.to));
    }
    for (int i = 0; i < 2 * widths; ++i)
        on.path(paths[std::size_t(i)], i < widths ? "node" : "network", pixels(i % widths + 1, drawn.merged));
}

// A step is what its rank did since the message before had ended there, and the message. Where the receiver was
// late, a dashed line leads from it to the sender, whom it lets begin; another one leads back to a sender that goes on
// when its message has arrived.
void draw_critical(canvas& on, const plan_of_picture& at, const std::vector<critical_step>& path, const trace& what,
                   const row_map& rows)
{
    std::string solid, dashed;
    const traced_message* before = nullptr;
    for (auto& step : path) {
        auto& m = what.messages[std::size_t(step.message)];
        int waits = step.late_receiver ? m.to : m.from;
        double y = at.y(rows[waits]);
        if (before && before->to != waits)
            dashed += fmt::format("M{:.1f} {:.1f}L{:.1f} {:.1f}", at.x(before->finished), at.y(rows[before->to]),
                                  at.x(step.from), y);
        before = &m;
        double begins = step.late_receiver ? m.recv_posted : m.started;
        solid += fmt::format("M{:.1f} {:.1f}L{:.1f} {:.1f}", at.x(step.from), y, at.x(begins), y);
        double from = at.y(rows[m.from]), to = at.y(rows[m.to]);
        if (step.late_receiver && m.started >= m.recv_posted)
            dashed += fmt::format("M{:.1f} {:.1f}L{:.1f} {:.1f}", at.x(begins), y, at.x(m.started), from);
        solid += fmt::format("M{:.1f} {:.1f}L{:.1f} {:.1f}", at.x(m.started), from, at.x(m.finished), to);
    }
    double thickness = path.size() > 200 ? 1.2 : 2.4;
    on.path(dashed, "wait");
    on.path(solid, "critical", thickness);
}

std::string draw_svg(const trace& what, const layout& where, const picture_title& title)
{
    row_map rows(where);
    auto drawn = strokes_of(what, rows, single, shared);
    auto path = critical_path(what);
    plan_of_picture at{std::clamp(720.0 / rows.count(), 12.0, 40.0), what.finish > 0 ? what.finish : 1, rows.count()};
    canvas on(at.width, at.height(), title.collective + " " + title.algorithm,
              "Space-time picture: ranks from top to bottom, time from left to right, a line for each message.");
    draw_ground(on, at, rows);
    draw_axis(on, at);
    draw_strokes(on, at, drawn, what);
    draw_critical(on, at, path, what, rows);
    draw_title(on, what, where, title);
    draw_legend(on, at, drawn, where.nodes() > 1, path.size());
    return std::move(on).done();
}

} // namespace hocket
