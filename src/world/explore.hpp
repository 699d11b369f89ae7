// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "world/exhaustive.hpp"
#include "world/trouble.hpp"
#include <optional>

namespace hocket {

struct exploration {
    long executions = 0;           // runs, those cut off as equivalent to an earlier one included
    std::optional<trouble> wrong;  // in the first order that shows it
};

// Repeats `run`, which takes an order and returns an optional trouble, in all orders of completion.
template <class Run> exploration explore(long at_most, Run run)
{
    exploration all;
    exhaustive paths;
    do {
        if (all.executions == at_most) {
            all.wrong = trouble{"not exhausted", "more than " + std::to_string(at_most) + " executions"};
            break;
        }
        ++all.executions;
        all.wrong = run(paths);
    } while (!all.wrong && paths.advance());
    return all;
}

} // namespace hocket
