// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "choose/native_rules.hpp"
#include "choose/own_choice.hpp"

namespace hocket {

// Without a table of its own, a job leaves its library only for a gain that no model is likely to be wrong about.
constexpr double least_gain = 1.3;
// Where only the root knows the sizes, what a library is asked about.
constexpr std::size_t usual_block = 4096;

// Between the library and the best of ours, by a machine model. On one node always the library. Where the library's
// alltoall may flood a port of a network that drops messages, and ours does not, any gain counts.
own_choice choose_by_model(std::string_view collective, const machine& by, const native_library& library,
                           const layout& where, std::size_t n, demands like = {});

} // namespace hocket
