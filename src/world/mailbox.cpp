// SPDX-License-Identifier: BSD-3-Clause
#include "world/mailbox.hpp"
#include <utility>

namespace hocket {

mailbox::bucket& mailbox::bucket_of(const request& r)
{
    auto key = (std::uint64_t(std::uint32_t(sender(r))) << 32 | std::uint32_t(receiver(r))) +
               std::uint64_t(r.context) * 0xD6E8FEB86659FD93ull;
    return buckets_[(key * 0x9E3779B97F4A7C15ull >> 32) & (buckets_.size() - 1)];
}

request* mailbox::claim(const request& r)
{
    auto& b = bucket_of(r);
    request* before = nullptr;
    for (auto* at = b.head; at; before = std::exchange(at, at->next)) {
        if (!same_channel(*at, r)) continue;
        if (sends(*at) == sends(r)) return nullptr; // then all that is filed of this channel goes the same way
        (before ? before->next : b.head) = at->next;
        if (b.tail == at) b.tail = before;
        --filed_;
        return at;
    }
    return nullptr;
}

void mailbox::file(request& r)
{
    if (++filed_ > buckets_.size()) grow();
    auto& b = bucket_of(r);
    (b.tail ? b.tail->next : b.head) = &r;
    b.tail = &r;
    r.next = nullptr;
}

void mailbox::grow()
{
    auto old = std::exchange(buckets_, std::vector<bucket>(4 * buckets_.size()));
    auto filed = std::exchange(filed_, 0);
    for (auto& b : old)
        for (auto* r = b.head; r;) file(*std::exchange(r, r->next));
    filed_ = filed;
}

void mailbox::clear()
{
    if (filed_) buckets_.assign(buckets_.size(), {});
    filed_ = 0;
}

} // namespace hocket
