// SPDX-License-Identifier: BSD-3-Clause
// HOCKET_PLUGIN: algorithms out of shared libraries that include/hocket/algorithm.hpp has made plugins.
#pragma once
#include "base/result.hpp"
#include <string>
#include <string_view>

namespace hocket {

// Adds the rows of each plugin to the catalogue, once in a process, before anything is chosen. `files`: names with ':'
// between them. The result names them with a hash of what is in them, for ranks to compare.
result<std::string> load_plugins(std::string_view files);

} // namespace hocket
