// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

namespace hocket {

// A style sheet with a class n0, n1, ... for each node: grounds on which dark text can be read, and light text in the
// dark half. Nodes of neighbouring numbers are far apart on the wheel of colours.
std::string node_colours(int nodes);

} // namespace hocket
