// SPDX-License-Identifier: BSD-3-Clause
// The text form of an algorithm: NAME:PARAM=VALUE or COMBI(KEY=SPEC,...):PARAM=VALUE.
#pragma once
#include "base/result.hpp"
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hocket {

struct spec_part;
struct spec {
    std::string name;
    std::vector<spec_part> parts;
    std::vector<std::pair<std::string, std::string>> parameters;
};
struct spec_part {
    std::string name;
    spec algorithm;
};

// Grammar only; names and values are the catalogue's business. At most 4096 characters and 8 levels deep.
result<spec> parse_spec(std::string_view text);
std::string print(const spec& s);

// 8192 -> "8K"; the largest of K, M, G that divides n.
std::string print_size(unsigned long long n);
// "8K" -> 8192.
result<unsigned long long> parse_size(std::string_view text);

} // namespace hocket
