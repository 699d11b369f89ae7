// SPDX-License-Identifier: BSD-3-Clause
#include "world/transfer.hpp"
#include "net/parts.hpp"
#include "world/order.hpp"
#include <cstring>
#include <numeric>

namespace hocket {
namespace {

bool gives(const request& r)
{
    return r.what == verb::send || (r.what == verb::native_bcast && r.peer == r.owner);
}

// The combining receive needs no room of its own: what it reads holds still.
void take(const request& r, const std::byte* from)
{
    if (r.what == verb::recv_reduce || r.what == verb::reduce) combine(r, from);
    else if (r.pieces) put(r, 0, from, r.count);
    else if (r.count > 0) std::memmove(r.into, from, r.count);
}

void put_together(const request& giver, std::vector<std::byte>& into)
{
    into.clear();
    each_part(giver, const_cast<std::byte*>(giver.from), 0, giver.count,
              [&](std::byte* at, std::size_t n) { into.insert(into.end(), at, at + n); });
}

// Takes a part out of its ring; null if it was the last one.
request* unlink(request& part)
{
    auto* before = &part;
    while (before->next != &part) before = before->next;
    before->next = part.next;
    return before == &part ? nullptr : before;
}

} // namespace

request& join_halves(request& a, request& b)
{
    a.next = &b;
    b.next = &a;
    return gives(a) ? b : a;
}

std::optional<std::string> disagreement(request& first)
{
    std::optional<std::string> words;
    auto rank = [](const request& r) { return "rank " + std::to_string(r.owner); };
    auto size = [](const request& r) { return std::to_string(r.count) + " bytes"; };
    for_each_part(first, [&](request& part) {
        if (part.count == first.count) return;
        auto& giver = gives(part) ? part : first;
        auto& taker = gives(part) ? first : part;
        words = rank(giver) + " sends " + size(giver) + " where " + rank(taker) + " expects " + size(taker);
    });
    return words;
}

void apply_local(const request& r)
{
    take(r, r.from);
}

void mover::finish(request& part)
{
    auto* others = unlink(part);
    if (!gives(part)) return arrive(part, others);
    if (others) for_each_part(*others, [&](request& taker) { taker.slot = keep(part); });
}

void mover::arrive(request& taker, const request* others)
{
    if (taker.slot < 0) {
        while (!gives(*others)) others = others->next;
        if (!others->pieces) return take(taker, others->from);
        put_together(*others, together_);
        return take(taker, together_.data());
    }
    take(taker, transit_[std::size_t(taker.slot)].data());
    free_.push_back(int(taker.slot));
}

int mover::keep(const request& giver)
{
    if (free_.empty()) {
        free_.push_back(int(transit_.size()));
        transit_.emplace_back();
    }
    int at = free_.back();
    free_.pop_back();
    put_together(giver, transit_[std::size_t(at)]);
    return at;
}

void mover::clear()
{
    free_.resize(transit_.size());
    std::iota(free_.begin(), free_.end(), 0);
}

} // namespace hocket
