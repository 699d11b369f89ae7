// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "choose/table.hpp"

namespace hocket {

// A tuning table that ships with Hocket, by its path below data/. Read when it is first asked for, which is no time for
// hot paths; null where there is none.
const table* embedded_table(const std::string& name);

} // namespace hocket
