// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

namespace hocket {

// A function of the program's that takes lines.
struct listener {
    void (*line)(const char* text, void* with) = nullptr;
    void* with = nullptr;

    explicit operator bool() const { return line; }
    void tell(const std::string& text) const
    {
        if (line) line(text.c_str(), with);
    }
};

} // namespace hocket
