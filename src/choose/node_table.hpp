// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "choose/native_rules.hpp"
#include "choose/table.hpp"

namespace hocket {

// Which calls of the library's were measured beside.
enum class node_calls : unsigned char { blocking, nonblocking, persistent };

// What was measured best beside the collectives of that library where all ranks share the memory of one node: with a
// processor for each of them, or where they are a crowd. Ships with Hocket; null where nobody has measured, which is
// the same for both and for all calls. Other places have no rule in it.
const table* node_table(const std::optional<native_library>& beside, bool crowded,
                        node_calls of = node_calls::blocking);
inline bool has_node_table(const std::optional<native_library>& beside)
{
    return node_table(beside, true) != nullptr;
}

} // namespace hocket
