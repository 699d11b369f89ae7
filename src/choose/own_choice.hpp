// SPDX-License-Identifier: BSD-3-Clause
// The best of Hocket's own algorithms under a machine, without variables and without native.
#pragma once
#include "catalogue/catalogue.hpp"
#include "choose/table.hpp"
#include "machine/machine.hpp"

namespace hocket {

// A place under the prices of a machine; n as the collective counts its bytes. The place points to `where`.
place priced_place(std::string_view collective, const layout& where, std::size_t n, const machine& by,
                   demands like = {});
place priced_place(std::string_view, const layout&&, std::size_t, const machine&, demands = {}) = delete;

struct own_choice {
    std::string algorithm; // canonical, values resolved
    std::string reason;    // "rule 7 of the bcast table of aurora", or "least declared time"
    range bytes;           // where it holds
};

// From the table that ships with the machine, else by declared costs.
own_choice choose_own(std::string_view collective, const machine& by, const layout& where, std::size_t n,
                      demands like = {});
// Of messages, or of nodes that share memory. Read at the first call for a machine and collective; null where there is
// none.
const table* shipped_table(const machine& by, std::string_view collective, bool shares);

} // namespace hocket
