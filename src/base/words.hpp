// SPDX-License-Identifier: BSD-3-Clause
// Help with words that people wrote: the nearest valid one, lists of the valid ones.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hocket {

// The one of `valid` that is least letters away from `word`; empty where there is none.
std::string nearest(std::string_view word, const std::vector<std::string>& valid);
// "a, b, c"
std::string listed(const std::vector<std::string>& words);
std::vector<std::string> split(std::string_view text, char at);
// 64-bit FNV-1a.
std::uint64_t hash_of(std::string_view text);

} // namespace hocket
