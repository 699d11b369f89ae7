// SPDX-License-Identifier: BSD-3-Clause
// The best of Hocket's own algorithms by their declared costs, and the sizes for which it is taken.
#pragma once
#include "choose/own_choice.hpp"

namespace hocket {

struct declared_question {
    std::string_view collective;
    const machine& by;
    const layout& where;
    demands like;
    const table* rules; // what was simulated; null: nothing

    place at(std::uint64_t n) const { return priced_place(collective, where, std::size_t(n), by, like); }
};

struct declared_choice {
    bound_plan plan;
    range holds;
    bool is_near; // it was the fastest at a simulated place near by
};

// n as the collective counts its bytes. One choice holds for the sizes of an octave, made at the greatest of them, if
// it is good at the least one too. Else each half has its own, and so on: blocks may reach a limit anywhere. Which of
// the sizes is asked for first does not matter.
declared_choice choose_by_declared_costs(const declared_question& q, std::size_t n);

} // namespace hocket
