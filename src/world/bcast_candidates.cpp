// SPDX-License-Identifier: BSD-3-Clause
#include "world/check.hpp"

namespace hocket {

result<std::vector<candidate>> bcast_candidates(const check_options& by)
{
    std::vector<candidate> found;
    for (auto& text : by.algorithms.empty() ? bcast_grid(true) : by.algorithms) {
        auto name = canonical_bcast(text);
        if (!name) return name.error();
        found.push_back({*name, [text](const place& at) { return bind_bcast(std::string_view(text), at); }});
    }
    return found;
}

} // namespace hocket
