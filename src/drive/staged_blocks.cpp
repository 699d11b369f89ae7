// SPDX-License-Identifier: BSD-3-Clause
#include "drive/staged_blocks.hpp"
#include "drive/scratch_list.hpp"
#include <algorithm>

namespace hocket {

staged_blocks::staged_blocks(mpi_port& port, const user_blocks& user, int origin, int ranks, role as)
    : user_places(user, origin, ranks), port_(port), role_(as), pictures_(scratch_list<picture>(port, ranks)),
      stretches_(scratch_list<stretch>(port, ranks))
{
    if (user.types) find_plain_ones();
}

void staged_blocks::find_plain_ones()
{
    plain_ = scratch_list<bool>(port_, ranks());
    contiguous_types asked;
    for (int i = 0; i < ranks(); ++i)
        if (auto type = user().types[rank_of(i)]; type != MPI_DATATYPE_NULL) plain_[i] = asked.have(type);
}

bool staged_blocks::is_usable() const
{
    if (!plain_) return is_committed(user().type, port_.comm());
    auto last = MPI_DATATYPE_NULL; // neighbours often share one
    for (int i = 0; i < ranks(); ++i) {
        auto type = user().types[rank_of(i)];
        if (size(i) == 0 || type == last) continue;
        if (!is_committed(type, port_.comm())) return false;
        last = type;
    }
    return true;
}

int staged_blocks::pieces(int first, int last, bytes* into, int room) const
{
    piece_list list(into, room);
    for (int i = first; i < last; ++i) {
        if (plain_ && plain_[i] && user().size_of(rank_of(i))) list.add(where(i));
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
    found.first = first, found.last = end, found.left = role_ == role::exchange ? 2 * n : n;
    auto* at = found.memory.data();
    for (int i = first; i < end; ++i) {
        if (size(i) == 0) continue;
        pictures_[i] = {.at = at, .packed = 0, .sent = 0, .prefix = 0, .come = 0, .unpacked = 0};
        at += size(i);
    }
}

// There is always one to be had: each that is not free holds a block that has a picture.
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
    if (!reads()) return;
    each_share(part, [&](stretch&, const share& s) { pack(s); });
}

void staged_blocks::after_reading(cbytes part)
{
    if (!reads()) return;
    each_share(part, [&](stretch& in, const share& s) {
        s.is.sent += s.size;
        pass(in, s);
    });
}

// What came out of order is unpacked when all has come.
void staged_blocks::after_writing(cbytes part)
{
    if (!writes()) return;
    each_share(part, [&](stretch& in, const share& s) {
        if (s.from <= s.is.prefix) s.is.prefix = std::max(s.is.prefix, s.from + s.size);
        s.is.come += s.size;
        bool whole = s.is.come >= size(s.block);
        unpack(s, (whole ? size(s.block) : s.is.prefix) / element(s.block));
        pass(in, s);
    });
}

// The picture goes when everything has been sent, or has come, or both.
void staged_blocks::pass(stretch& in, const share& s)
{
    in.left -= std::min(in.left, s.size);
    auto n = size(s.block);
    if ((!reads() || s.is.sent >= n) && (!writes() || s.is.come >= n)) s.is.at = nullptr;
}

void staged_blocks::pack(const share& s)
{
    auto end = (s.from + s.size + element(s.block) - 1) / element(s.block), from = s.is.packed;
    if (end <= from) return;
    s.is.packed = end;
    port_.fail(elements_of(s.block).pack(from, end - from, s.is.at + from * element(s.block)));
}

void staged_blocks::unpack(const share& s, std::size_t end)
{
    auto from = s.is.unpacked;
    if (end <= from) return;
    s.is.unpacked = end;
    port_.fail(elements_of(s.block).unpack(from, end - from, s.is.at + from * element(s.block)));
}

} // namespace hocket
