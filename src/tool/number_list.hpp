// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "base/result.hpp"
#include <string_view>
#include <vector>

namespace hocket {

// "1-4,8" -> 1, 2, 3, 4, 8; each from `least` to `most`.
result<std::vector<int>> number_list(std::string_view text, int least, int most);

} // namespace hocket
