// SPDX-License-Identifier: BSD-3-Clause
// From a SPEC to something runnable, in two steps: settle (names and values are right) and bind (values at auto
// are chosen for one place).
#pragma once
#include "catalogue/row.hpp"
#include <optional>

namespace hocket {

// A SPEC that the catalogue understands. Values and parts in the order of the row; no value stands for auto, a part
// without a row is left out.
struct settled {
    const row* is;
    std::vector<std::optional<long long>> values;
    std::vector<settled> parts;
};

const row* find_row(std::string_view collective, std::string_view name);
result<settled> settle(std::string_view collective, const spec& s);
// It, or a part of it, is chosen only where that is there.
bool waits_for(const settled& s, std::string_view because);
std::string print(const settled& s);
// What it cannot do with: so many ranks, their placement, or what is demanded.
std::optional<mistake> unsuited(const settled& s, const layout& where, demands of);

struct bound {
    any_algorithm run;
    settled is; // every value resolved
    bool uses_native;
};
bound bind_settled(const settled& s, const problem& of, const layout& where);

} // namespace hocket
