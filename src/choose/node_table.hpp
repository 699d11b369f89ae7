// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "choose/native_rules.hpp"
#include "choose/table.hpp"

namespace hocket {

// What was measured best beside the collectives of that library where all ranks share the memory of one node. Ships
// with Hocket; null where nobody has measured. Other places have no rule in it.
const table* node_table(const std::optional<native_library>& beside);

} // namespace hocket
