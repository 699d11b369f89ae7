// SPDX-License-Identifier: BSD-3-Clause
// What each option of the command line takes.
#pragma once
#include "bench/options.hpp"
#include <functional>
#include <map>

namespace hocket::bench {

// False for what it cannot be.
using reader = std::function<bool(const std::string&)>;
std::map<std::string, reader> readers(options& o);

} // namespace hocket::bench
