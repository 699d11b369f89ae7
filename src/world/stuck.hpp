// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "net/request.hpp"
#include <string>
#include <vector>

namespace hocket {

// Who waits for whom in a world in which nothing can complete any more.
struct stuck_report {
    std::vector<const request*> waiting; // half messages, and members of collectives that are not complete
    std::vector<int> unfinished;         // ranks, ascending

    // "rank 2 sends to 0 (5 bytes); rank 0 waits for 1 (5 bytes); ... and 3 more"; empty if all have finished.
    std::string text() const;
};

} // namespace hocket
