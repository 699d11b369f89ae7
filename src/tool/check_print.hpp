// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "world/check.hpp"
#include <iosfwd>

namespace hocket {

// How many checks ran, and what did not.
void print_summary(const check_report& report, std::ostream& to);
// The summary and every failure, for people.
void print_text(const check_report& report, std::ostream& to);
void print_json(const check_report& report, std::ostream& to);

} // namespace hocket
