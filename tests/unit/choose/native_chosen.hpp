// SPDX-License-Identifier: BSD-3-Clause
// What a library's rules choose, in short.
#pragma once
#include "choose/native_rules.hpp"
#include <string>
#include <string_view>

namespace hocket {

inline native_choice chosen(const std::string& of, std::string_view collective, std::uint64_t n, const layout& where,
                            const native_operator& op = {})
{
    return choose_native(*find_native_library(of), collective, n, where, op);
}

} // namespace hocket
