// SPDX-License-Identifier: BSD-3-Clause
#include "tool/number_list.hpp"
#include <charconv>

namespace hocket {
namespace {

bool read(std::string_view text, int& value)
{
    auto* end = text.data() + text.size();
    auto [stop, wrong] = std::from_chars(text.data(), end, value);
    return wrong == std::errc() && stop == end;
}

} // namespace

result<std::vector<int>> number_list(std::string_view text, int least, int most)
{
    std::vector<int> numbers;
    for (auto rest = text;;) {
        auto comma = rest.find(',');
        auto part = rest.substr(0, comma);
        auto dash = part.find('-');
        int first = 0, last = 0;
        bool good = read(part.substr(0, dash), first) &&
                    (dash == part.npos ? (last = first, true) : read(part.substr(dash + 1), last));
        if (!good || first < least || last > most || first > last)
            return mistake{"\"" + std::string(part) + "\" in \"" + std::string(text) + "\": expected numbers from " +
                           std::to_string(least) + " to " + std::to_string(most) + " such as 1-8,16"};
        for (int n = first; n <= last; ++n) numbers.push_back(n);
        if (comma == rest.npos) return numbers;
        rest.remove_prefix(comma + 1);
    }
}

} // namespace hocket
