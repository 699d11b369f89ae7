// SPDX-License-Identifier: BSD-3-Clause
// Algorithms in which a rank tells all others something, if anything, and for the rest does one thing after the other:
// their text says what comes next, as a struct `steps` made of the algorithm, the net and the data.
//
//     static std::optional<cbytes> says(net on, Data data); what it tells all others, first of all
//     bool meanwhile(request& next); the next thing that it does while that goes out; false: there is none
//     bool then(request& next); the same when that has gone out
//
// What is told may have gone out before anything else is done. `run` is take_steps<steps>(with, on, data).
//
// As a task they run anywhere. A call that waits for its end needs no task where what is told is one message: a
// broadcast of 8 bytes between two ranks takes half as many instructions then.
#pragma once
#include "algorithms/algorithm.hpp"
#include "net/prompt.hpp"
#include <optional>

namespace hocket {

// `tell` begins what goes out meanwhile.
template <class Steps, class Algorithm, class Data, class Tell>
task take_steps(Algorithm with, net on, Data data, Tell tell)
{
    Steps steps(with, on, data);
    auto told = tell();
    op step(on.port());
    while (steps.meanwhile(step.asks())) co_await step;
    co_await told;
    while (steps.then(step.asks())) co_await step;
}
template <class Steps, class Algorithm, class Data> task take_steps(Algorithm with, net on, const Data& data)
{
    auto says = Steps::says(on, data);
    if (!says) return take_steps<Steps>(with, on, data, [] { return std::suspend_never(); });
    if (!on.tells_all(says->size())) return take_steps<Steps>(with, on, data, [on, it = *says] { return on.tell(it); });
    return take_steps<Steps>(with, on, data, [on, it = *says] { return op::begun(on.port(), on.telling(it)); });
}

// False: nothing has been done, as what is told is several messages, which are to be under way at once.
template <class Steps, class Algorithm, class Data> bool take_now(Algorithm with, net on, const Data& data, prompt& by)
{
    auto says = Steps::says(on, data);
    if (says && !on.tells_all(says->size())) return false;
    Steps steps(with, on, data);
    auto next = says ? on.telling(*says) : request();
    bool goes_on = !says || by.now(next);
    while (goes_on && steps.meanwhile(next)) goes_on = by.now(next);
    while (goes_on && steps.then(next)) goes_on = by.now(next);
    return true;
}

} // namespace hocket
