// SPDX-License-Identifier: BSD-3-Clause
// HOCKET_EXPLAIN: what runs and why, one line each, on standard error or appended to a file.
#pragma once
#include "choose/settings.hpp"

namespace hocket {

// Says nothing at level 0.
void explain(const settings& by, const std::string& what);
// Does anybody want to hear it?
bool explains(const settings& by);
// Is something to be said or checked about each call?
bool is_watched(const settings& by);
// Is every single call to be told, with its time?
inline bool explains_calls(const settings& by)
{
    return by.explain == "2";
}

} // namespace hocket
