// SPDX-License-Identifier: BSD-3-Clause
#include "world/check.hpp"

namespace hocket {
namespace {

candidate make_candidate(const std::string& collective, const std::string& text)
{
    auto name = canonical_spec(collective, text);
    auto bind = [=](const place& at) { return bind_algorithm(collective, std::string_view(text), at); };
    return {collective, name ? *name : text, bind};
}

// A SPEC that none of the collectives knows. Where only some do, the others skip it.
result<bool> known(const std::vector<std::string>& collectives, const std::string& text)
{
    for (auto& collective : collectives)
        if (canonical_spec(collective, text)) return true;
    return canonical_spec(collectives.front(), text).error();
}

} // namespace

result<std::vector<candidate>> candidates_of(const check_options& by)
{
    std::vector<candidate> found;
    auto& collectives = by.collectives.empty() ? own_collectives() : by.collectives;
    for (auto& text : by.algorithms)
        if (auto ok = known(collectives, text); !ok) return ok.error();
    for (auto& collective : collectives)
        for (auto& text : by.algorithms.empty() ? grid_of(collective, true) : by.algorithms)
            found.push_back(make_candidate(collective, text));
    return found;
}

} // namespace hocket
