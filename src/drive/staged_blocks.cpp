// SPDX-License-Identifier: BSD-3-Clause
#include "drive/staged_blocks.hpp"
#include <algorithm>
#include <memory>

namespace hocket {

namespace {

template <class T> T* table(mpi_port& port, int n)
{
    auto* first = reinterpret_cast<T*>(port.scratch(std::size_t(n) * sizeof(T)).data());
    std::uninitialized_value_construct_n(first, n);
    return first;
}

} // namespace

staged_blocks::staged_blocks(mpi_port& port, const user_blocks& user, int root, int ranks, packed::role as)
    : root_sizes(user, root, ranks), port_(port), elements_({user.at, 0, user.type, user.element}, port.comm()),
      role_(as), pictures_(table<picture>(port, ranks)), stretches_(table<stretch>(port, ranks))
{
}

int staged_blocks::pieces(int first, int last, bytes* into, int room) const
{
    piece_list list(into, room);
    for (int i = first; i < last; ++i) {
        if (size(i) == 0) continue;
        if (!pictures_[i].at) place(i, last);
        list.add({pictures_[i].at, size(i)});
    }
    return list.count();
}

// As many of the blocks as have no picture yet, up to the first that has one, side by side.
void staged_blocks::place(int first, int last) const
{
    std::size_t n = 0;
    int end = first;
    for (; end < last && !pictures_[end].at; ++end) n += size(end);
    auto& found = room_for(n);
    found.first = first, found.last = end, found.left = n;
    auto* at = found.memory.data();
    for (int i = first; i < end; ++i) {
        if (size(i) == 0) continue;
        pictures_[i] = {at, 0, 0, 0};
        at += size(i);
    }
}

// There is always one to be had: each that is not free has a block other than the root's.
staged_blocks::stretch& staged_blocks::room_for(std::size_t n) const
{
    auto* free = used_ < ranks() ? stretches_ + used_ : nullptr;
    for (auto* s = stretches_; s != stretches_ + used_; ++s) {
        if (s->left > 0) continue;
        if (s->memory.size() >= n) return *s;
        if (!free) free = s;
    }
    used_ = std::max(used_, int(free - stretches_) + 1);
    free->memory = port_.scratch(n);
    return *free;
}

staged_blocks::stretch* staged_blocks::holding(const std::byte* at)
{
    for (int i = used_ - 1; i >= 0; --i) {
        auto& s = stretches_[i];
        if (s.left > 0 && at >= s.memory.data() && at < s.memory.data() + s.memory.size()) return &s;
    }
    return nullptr;
}

// What of a part belongs to which block; nothing of what lies in other memory.
template <class Visit> void staged_blocks::each_share(cbytes part, Visit visit)
{
    while (!part.empty()) {
        auto* in = holding(part.data());
        if (!in) return;
        auto before = part.size();
        for (int i = in->first; i < in->last && !part.empty(); ++i) {
            auto& is = pictures_[i];
            if (size(i) == 0 || part.data() < is.at || part.data() >= is.at + size(i)) continue;
            auto from = std::size_t(part.data() - is.at), n = std::min(part.size(), size(i) - from);
            visit(*in, share{is, i, from, n});
            part = part.subspan(n);
        }
        if (part.size() == before) return;
    }
}

void staged_blocks::before_reading(cbytes part)
{
    if (role_ != packed::role::source) return;
    auto element = user().element;
    each_share(part, [&](stretch&, const share& s) { move_up_to(s, (s.from + s.size + element - 1) / element); });
}

void staged_blocks::after_reading(cbytes part)
{
    if (role_ != packed::role::source) return;
    each_share(part, [&](stretch& in, const share& s) {
        in.left -= std::min(in.left, s.size);
        s.is.passed += s.size;
        if (s.is.passed >= size(s.block)) s.is.at = nullptr;
    });
}

void staged_blocks::after_writing(cbytes part)
{
    if (role_ != packed::role::target) return;
    each_share(part, [&](stretch& in, const share& s) {
        arrive(s);
        in.left -= std::min(in.left, s.size);
    });
}

// What came out of order is unpacked when all has come.
void staged_blocks::arrive(const share& s)
{
    if (s.from <= s.is.prefix) s.is.prefix = std::max(s.is.prefix, s.from + s.size);
    s.is.passed += s.size;
    bool whole = s.is.passed >= size(s.block);
    move_up_to(s, (whole ? size(s.block) : s.is.prefix) / user().element);
    if (whole) s.is.at = nullptr;
}

void staged_blocks::move_up_to(const share& s, std::size_t end)
{
    if (end <= s.is.moved) return;
    auto n = end - s.is.moved, first = std::size_t(user().offset_of(rank_of(s.block))) + s.is.moved;
    auto* plain = s.is.at + s.is.moved * user().element;
    port_.fail(role_ == packed::role::source ? elements_.pack(first, n, plain) : elements_.unpack(first, n, plain));
    s.is.moved = end;
}

} // namespace hocket
