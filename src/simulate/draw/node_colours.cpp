// SPDX-License-Identifier: BSD-3-Clause
#include "simulate/draw/node_colours.hpp"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace hocket {
namespace {

// Hue in degrees, saturation and lightness from 0 to 1; as numbers, since not all programs that show SVG know hsl().
std::string colour(double hue, double saturation, double lightness)
{
    double reach = saturation * std::min(lightness, 1 - lightness);
    auto part = [&](double from) {
        double k = std::fmod(from + hue / 30, 12);
        return int(std::lround(255 * (lightness - reach * std::clamp(std::min(k - 3, 9 - k), -1.0, 1.0))));
    };
    return fmt::format("#{:02x}{:02x}{:02x}", part(0), part(8), part(4));
}

std::string classes(int nodes, double saturation, double lightness, double step)
{
    constexpr double golden_angle = 137.508, first = 210;
    std::string all;
    for (int node = 0; node < nodes; ++node)
        all += fmt::format(".n{} {{ fill: {} }}\n", node,
                           colour(first + golden_angle * node, saturation, lightness + step * (node % 3)));
    return all;
}

} // namespace

std::string node_colours(int nodes)
{
    return fmt::format("{}@media (prefers-color-scheme: dark) {{\n{}}}\n", classes(nodes, 0.75, 0.84, -0.07),
                       classes(nodes, 0.5, 0.28, 0.06));
}

} // namespace hocket
