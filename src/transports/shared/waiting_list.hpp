// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "net/request.hpp"

namespace hocket {

// Requests in the order of posting, linked through themselves.
class waiting_list {
public:
    bool empty() const { return !first_; }
    request* first() const { return first_; }

    void append(request& r)
    {
        r.next = nullptr;
        (first_ ? last_->next : first_) = &r;
        last_ = &r;
    }
    request* pop() { return first_ ? unlink(nullptr, first_) : nullptr; }
    // The first of that context.
    request* take(int context)
    {
        request* before = nullptr;
        for (auto* r = first_; r; before = r, r = r->next)
            if (r->context == context) return unlink(before, r);
        return nullptr;
    }
    void remove(const request& which)
    {
        request* before = nullptr;
        for (auto* r = first_; r; before = r, r = r->next)
            if (r == &which) {
                unlink(before, r);
                return;
            }
    }

private:
    request* unlink(request* before, request* r)
    {
        (before ? before->next : first_) = r->next;
        if (last_ == r) last_ = before;
        r->next = nullptr;
        return r;
    }

    request *first_ = nullptr, *last_ = nullptr;
};

} // namespace hocket
