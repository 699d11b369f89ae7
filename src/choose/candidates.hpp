// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "catalogue/catalogue.hpp"
#include <vector>

namespace hocket {

// What explain compares at a place: microseconds there, and those that the choice compares (typical_time).
struct priced_candidate {
    std::string spec;
    double time, typical;
};

// One for each family of SPECs that differ in values only: the cheapest of its grid. The cheapest first. `chosen` is
// among them, if it has a price.
std::vector<priced_candidate> candidates(const std::string& collective, const place& at, const std::string& chosen);

// Who comes second there, and who cannot run and why: "; next ring, 1.30 times its declared time; not: swing needs
// ...".
std::string alternatives(const std::string& collective, const place& at, const std::string& chosen);

} // namespace hocket
