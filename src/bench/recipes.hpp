// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "bench/chain.hpp"

namespace hocket::bench {

struct recipe {
    recipe(std::string_view about, std::vector<step> made_of, bool only_divided = false);
    bool rooted() const;
    bool prefix() const { return collective.ends_with("scan"); } // it follows a scan in the node

    std::string collective, name;
    std::vector<step> steps;
    bool divided; // only where each rank has as many elements of the whole as any other
};

// Of each collective, through leaders and in lanes.
const std::vector<recipe>& recipes();

} // namespace hocket::bench
