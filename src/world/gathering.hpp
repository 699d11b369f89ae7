// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "net/request.hpp"
#include <map>
#include <tuple>

namespace hocket {

// Ideal collectives that not all members have entered yet. A rank's n-th one of a context meets the n-th of the
// others; the root tells apart the disjoint nets (one per node, say) that share a context.
class gatherings {
public:
    // The complete ring of parts if r was the last to come, else null.
    request* join(request& r);
    void clear();

    template <class Visit> void for_each(Visit visit) const
    {
        for (auto& [key, g] : open_)
            for (auto* r = g.head; r; r = r->next) visit(*r);
    }

private:
    struct gathering {
        request *head = nullptr, *tail = nullptr;
        int arrived = 0;
    };
    std::map<std::tuple<int, int, long>, gathering> open_; // context, root, how many before it
    std::map<std::pair<int, int>, long> entered_;          // rank, context
};

} // namespace hocket
