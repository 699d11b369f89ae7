// SPDX-License-Identifier: BSD-3-Clause
#include "simulate/draw/canvas.hpp"
#include <fmt/format.h>

namespace hocket {
namespace {

// Plain colours twice instead of variables: many programs that show SVG know no variables.
constexpr auto sheet = R"(
svg { font-family: system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; max-width: 100%; height: auto }
text { fill: #334155; font-size: 11px }
.title { font-size: 16px; font-weight: 600; fill: #0f172a }
.small { font-size: 9px }
.right { text-anchor: end }
.middle { text-anchor: middle }
.paper { fill: #ffffff }
.band { fill: #f1f5f9 }
.rank { stroke: #cbd5e1; stroke-width: 0.7 }
.grid { stroke: #e2e8f0; stroke-width: 0.7 }
.network, .node, .critical, .wait { fill: none; stroke-linecap: round; stroke-linejoin: round }
.network { stroke: #2563eb; stroke-opacity: 0.6 }
.node { stroke: #d97706; stroke-opacity: 0.65 }
.critical { stroke: #be185d; stroke-width: 2.4 }
.wait { stroke: #be185d; stroke-width: 1.2; stroke-dasharray: 2 3 }
@media (prefers-color-scheme: dark) {
text { fill: #cbd5e1 }
.title { fill: #f8fafc }
.paper { fill: #0f172a }
.band { fill: #1a2540 }
.rank { stroke: #475569 }
.grid { stroke: #293548 }
.network { stroke: #60a5fa }
.node { stroke: #fbbf24 }
.critical, .wait { stroke: #f472b6 }
}
)";

std::string thick(double thickness)
{
    return thickness > 0 ? fmt::format(" stroke-width=\"{:.2f}\"", thickness) : "";
}

} // namespace

std::string escaped(std::string_view text)
{
    std::string out;
    for (char c : text) switch (c) {
        case '&': out += "&amp;"; break;
        case '<': out += "&lt;"; break;
        case '>': out += "&gt;"; break;
        case '"': out += "&quot;"; break;
        default: out += std::uint8_t(c) < 32 ? ' ' : c; // XML has no control characters
        }
    return out;
}

canvas::canvas(double width, double height, std::string_view title, std::string_view description,
               std::string_view style)
    : out_(fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
                       "viewBox=\"0 0 {0:.0f} {1:.0f}\" role=\"img\">\n"
                       "<title>{2}</title>\n<desc>{3}</desc>\n<style>{4}{5}</style>\n",
                       width, height, escaped(title), escaped(description), sheet, style))
{
    rect(0, 0, width, height, "paper");
}

void canvas::rect(double x, double y, double w, double h, std::string_view style)
{
    out_ += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" class=\"{}\"/>\n", x, y, w,
                        h, style);
}

void canvas::text(double x, double y, std::string_view words, std::string_view style)
{
    auto named = style.empty() ? "" : fmt::format(" class=\"{}\"", style);
    out_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\"{}>{}</text>\n", x, y, named, escaped(words));
}

void canvas::line(double x1, double y1, double x2, double y2, std::string_view style, double thickness,
                  std::string_view tip)
{
    out_ += fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" class=\"{}\"{}", x1, y1, x2, y2,
                        style, thick(thickness));
    out_ += tip.empty() ? "/>\n" : fmt::format("><title>{}</title></line>\n", escaped(tip));
}

void canvas::path(std::string_view d, std::string_view style, double thickness)
{
    if (!d.empty()) out_ += fmt::format("<path d=\"{}\" class=\"{}\"{}/>\n", d, style, thick(thickness));
}

std::string canvas::done() &&
{
    return std::move(out_) + "</svg>\n";
}

} // namespace hocket
