// SPDX-License-Identifier: BSD-3-Clause
#include "world/gathering.hpp"

namespace hocket {

request* gatherings::join(request& r)
{
    auto before = entered_[{r.owner, r.context}]++;
    auto at = open_.try_emplace({r.context, r.peer, before}).first;
    auto& g = at->second;
    r.next = nullptr;
    (g.tail ? g.tail->next : g.head) = &r;
    g.tail = &r;
    if (++g.arrived < r.members) return nullptr;
    auto* first = g.head;
    g.tail->next = first;
    open_.erase(at);
    return first;
}

void gatherings::clear()
{
    open_.clear();
    entered_.clear();
}

} // namespace hocket
