// SPDX-License-Identifier: BSD-3-Clause
// The best of Hocket's own algorithms under a machine, without variables and without native.
#pragma once
#include "catalogue/catalogue.hpp"
#include "choose/table.hpp"
#include "machine/machine.hpp"

namespace hocket {

// A place under the prices of a machine.
place priced_place(const layout& where, std::size_t n, const machine& by);

struct own_choice {
    std::string algorithm; // canonical, values resolved
    std::string reason;    // "rule 7 of the table of aurora", or "least declared time"
    range bytes;           // where it holds
};

// From the table that ships with the machine, else by declared costs.
own_choice choose_own(const machine& by, const layout& where, std::size_t n);
// By declared costs alone.
bound_bcast least_declared(const place& at);
// Null for a machine without one.
const table* shipped_table(const machine& by);

} // namespace hocket
