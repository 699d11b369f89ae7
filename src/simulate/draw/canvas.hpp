// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <string_view>

namespace hocket {

// Letters that mean something in XML, written so that they do not.
std::string escaped(std::string_view text);

// An SVG document that grows. Colours are classes of a style sheet with a light and a dark half.
class canvas {
public:
    // style: more classes, both halves of them.
    canvas(double width, double height, std::string_view title, std::string_view description,
           std::string_view style = {});

    void rect(double x, double y, double w, double h, std::string_view style);
    void text(double x, double y, std::string_view words, std::string_view style);
    void line(double x1, double y1, double x2, double y2, std::string_view style, double thickness = 0,
              std::string_view tip = {});
    // d: the drawing commands of a path.
    void path(std::string_view d, std::string_view style, double thickness = 0);
    std::string done() &&;

private:
    std::string out_;
};

} // namespace hocket
