// SPDX-License-Identifier: BSD-3-Clause
// Where in a JSON text something stands, for messages about documents.
#pragma once
#include <string>
#include <string_view>

namespace hocket {

// What is wrong with the syntax of `text` and what was expected there, with line and column; empty where it is JSON.
std::string syntax_mistake(std::string_view text);

// The line, from 1, of a member of the outermost object, or of an element of the list that the member is. 0: not there.
int line_of(std::string_view text, std::string_view member, int element = -1);

} // namespace hocket
