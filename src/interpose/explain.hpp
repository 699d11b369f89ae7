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
// Each call, whether another one was like it or not.
bool is_watched_each_time(const settings& by);
// Are the alternatives to each choice to be told, and in the end what has run how often?
inline bool explains_all(const settings& by)
{
    return by.explain == "2";
}

} // namespace hocket
