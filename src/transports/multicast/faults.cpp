// SPDX-License-Identifier: BSD-3-Clause
#include "transports/multicast/faults.hpp"
#include "base/words.hpp"
#include <charconv>
#include <string>

namespace hocket {

namespace {

bool read_number(std::string_view text, auto& into)
{
    auto end = text.data() + text.size();
    auto found = std::from_chars(text.data(), end, into);
    return found.ec == std::errc() && found.ptr == end && !text.empty();
}

} // namespace

result<cast_faults> cast_faults::read(std::string_view text)
{
    cast_faults all;
    if (text.empty()) return all;
    for (auto& part : split(std::string(text), ',')) {
        auto mark = part.find('=');
        auto name = part.substr(0, mark), value = mark == part.npos ? "" : part.substr(mark + 1);
        double* share = name == "drop"        ? &all.drop
                        : name == "duplicate" ? &all.duplicate
                        : name == "reorder"   ? &all.reorder
                        : name == "corrupt"   ? &all.corrupt
                                              : nullptr;
        auto* whole = name == "seed" ? &all.seed : name == "after" ? &all.after : nullptr;
        bool sound =
            share ? read_number(value, *share) && *share >= 0 && *share <= 100 : whole && read_number(value, *whole);
        if (!sound)
            return mistake{std::string("\"").append(part).append(
                "\": valid are drop, duplicate, reorder and corrupt with per cent, seed and after "
                "with a number")};
    }
    return all;
}

} // namespace hocket
