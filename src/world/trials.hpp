// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "world/check_plan.hpp"
#include <optional>

namespace hocket {

// Runs cases of one collective on so many ranks, each against the definition.
class trial {
public:
    virtual ~trial() = default;
    virtual std::optional<trouble> run(const bound_plan& how, const check_case& c, order& by) = 0;
    // Of the topology of a case, where the collective has one. Lives as long as the trial.
    virtual const neighbor_load* load(const check_case&) { return nullptr; }
};

// `seed` decides about sizes and places where a case leaves them open.
std::unique_ptr<trial> make_trial(std::string_view collective, int ranks, unsigned seed);

} // namespace hocket
