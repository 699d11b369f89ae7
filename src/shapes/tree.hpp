// SPDX-License-Identifier: BSD-3-Clause
// A tree as one vertex sees it. Vertices are 0..p-1 and vertex 0 is the root.
#pragma once
#include <concepts>

namespace hocket {

// parent() is -1 at the root; degree() counts the children; each_child(f) calls f(int child) in sending order.
template <class T>
concept tree_shape = requires(const T& t) {
    { t.parent() } -> std::same_as<int>;
    { t.degree() } -> std::same_as<int>;
    t.each_child([](int) {});
};

} // namespace hocket
