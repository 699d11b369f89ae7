// SPDX-License-Identifier: BSD-3-Clause
#include "catalogue/settled.hpp"

namespace hocket {

std::string print(const settled& s)
{
    std::string text = s.is->name;
    std::string parts;
    for (std::size_t i = 0; i < s.parts.size(); ++i)
        if (s.parts[i].is) parts += (parts.empty() ? "(" : ",") + s.is->parts[i].name + "=" + print(s.parts[i]);
    if (!parts.empty()) text += parts + ')';
    for (std::size_t i = 0; i < s.values.size(); ++i) {
        auto& p = s.is->parameters[i];
        if (s.values[i] == p.standard) continue;
        auto value = !s.values[i] ? "auto" : p.in_bytes ? print_size(*s.values[i]) : std::to_string(*s.values[i]);
        text += ":" + p.name + "=" + value;
    }
    return text;
}

} // namespace hocket
