// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "async/group.hpp"
#include <algorithm>

namespace hocket {

// Segments pass the stages of one rank one after the other, neighbouring segments in neighbouring stages at once:
//
//   step      0     1     2     3     4       start(stage, segment) makes the task. The ranks of a net need not know
//   stage 0   s0    s1    s2                  of each other's other stages: every rank of a net comes to its segment s
//   stage 1         s0    s1    s2            with the segments before s behind it, so nobody waits in a circle.
//   stage 2               s0    s1    s2
template <class Start> task pipelined(int stages, int segments, Start start)
{
    for (int step = 0; stages > 0 && step < stages + segments - 1; ++step) {
        int first = std::max(0, step - segments + 1), last = std::min(step, stages - 1);
        if (first == last) {
            co_await start(first, step - first);
            continue;
        }
        group at_once;
        for (int stage = first; stage <= last; ++stage) at_once.add(start(stage, step - stage));
        co_await at_once.all();
    }
}

} // namespace hocket
