// SPDX-License-Identifier: BSD-3-Clause
// Algorithms in which a rank tells all others something, if anything, and for the rest does one thing after the other:
// their text says what comes next, as a struct `steps` made of the algorithm, the net and the data.
//
//     std::optional<cbytes> says();  what it tells all others, first of all
//     bool meanwhile(request& next); the next thing that it does while that goes out; false: there is none
//     bool then(request& next);      the same when that has gone out
//
// What is told may have gone out before anything else is done. `run` is take_steps(on, steps(with, on, data)).
//
// As a task they run anywhere. A call that waits for its end needs no task where what is told is one message: a
// broadcast of 8 bytes between two ranks takes half as many instructions then.
#pragma once
#include "algorithms/algorithm.hpp"
#include "net/prompt.hpp"
#include <optional>

namespace hocket {

template <class Steps> task take_steps(net on, Steps steps)
{
    auto says = steps.says();
    auto told = says ? on.tell(*says) : on.together(0);
    for (request next; steps.meanwhile(next);) co_await op(on.port(), next);
    co_await told;
    for (request next; steps.then(next);) co_await op(on.port(), next);
}

// Is what is told one message? Several are to be under way at once.
template <class Steps> bool can_take_now(net on, const Steps& steps)
{
    auto says = steps.says();
    return !says || on.tells_all(says->size());
}
template <class Steps> void take_now(net on, Steps& steps, prompt& by)
{
    if (auto says = steps.says()) {
        auto tell = on.telling(*says);
        if (!by.now(tell)) return;
    }
    request next;
    while (steps.meanwhile(next))
        if (!by.now(next)) return;
    while (steps.then(next))
        if (!by.now(next)) return;
}

} // namespace hocket
