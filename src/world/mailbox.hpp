// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "net/request.hpp"
#include <vector>

namespace hocket {

// The halves of messages that wait for their other halves, matched by (context, sender, receiver) in the order of
// posting. A hash table of lists through request::next; at most one direction of a triple is ever filed.
class mailbox {
public:
    mailbox() : buckets_(64) {}

    // Takes out what r matches; null if r has to be filed.
    request* claim(const request& r);
    void file(request& r);
    void clear();

    template <class Visit> void for_each(Visit visit) const
    {
        for (auto& b : buckets_)
            for (auto* r = b.head; r; r = r->next) visit(*r);
    }

private:
    struct bucket {
        request *head = nullptr, *tail = nullptr;
    };
    static bool sends(const request& r) { return r.what == verb::send; }
    static int sender(const request& r) { return sends(r) ? r.owner : r.peer; }
    static int receiver(const request& r) { return sends(r) ? r.peer : r.owner; }
    static bool same_channel(const request& a, const request& b)
    {
        return a.context == b.context && sender(a) == sender(b) && receiver(a) == receiver(b);
    }
    bucket& bucket_of(const request& r);
    void grow();

    std::vector<bucket> buckets_; // a power of two of them
    std::size_t filed_ = 0;
};

} // namespace hocket
