// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <string>

namespace hocket {

// What is still there at the end of MPI, when nothing should be.
struct leftovers {
    int unheard = 0;    // requests for one operation that the program has not waited for
    int persistent = 0; // requests that it has not freed
    int operations = 0; // that have not ended
    std::size_t messages = 0; // the library's requests for them
    int tag_ranges = 0;
    int handles = 0;       // types and operators that the program has freed
    int communicators = 0; // private ones
    std::size_t blocks = 0; // of memory

    bool operator==(const leftovers&) const = default;
    // "2 persistent requests, 1 range of tags", or "nothing"
    std::string text() const;
};

} // namespace hocket
