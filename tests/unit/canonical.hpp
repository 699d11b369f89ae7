// SPDX-License-Identifier: BSD-3-Clause
// The text of a SPEC once it is read, or why it cannot be.
#pragma once
#include "catalogue/catalogue.hpp"
#include <string>
#include <string_view>

namespace hocket {

inline std::string canonical(std::string_view collective, std::string_view text)
{
    auto r = canonical_spec(collective, text);
    return r ? *r : "mistake: " + r.error().what;
}

} // namespace hocket
