// SPDX-License-Identifier: BSD-3-Clause
// What a message carries where most memory exists as addresses only: the content of those of its pieces that exist.
#pragma once
#include "net/parts.hpp"
#include <algorithm>
#include <cstring>
#include <vector>

namespace hocket {

struct parcel {
    struct part {
        std::size_t offset; // in the message
        std::vector<std::byte> content;
    };
    std::vector<part> parts;
};

// f(address, offset in the message, bytes) of each piece of a send or of a receive; of what is told all offsets count,
// also where this rank has only a part of it.
template <class F> void for_each_piece(const request& r, F f)
{
    if (!r.pieces) return f(r.what == verb::send ? r.from : r.into, r.before, r.count);
    auto offset = r.before;
    for (int i = 0; i < r.piece_count; ++i) {
        f(static_cast<const std::byte*>(r.pieces[i].data()), offset, r.pieces[i].size());
        offset += r.pieces[i].size();
    }
}

// exists(address): something is stored there.
template <class Exists> parcel packed(const request& send, Exists exists)
{
    parcel p;
    for_each_piece(send, [&](const std::byte* at, std::size_t offset, std::size_t n) {
        if (n > 0 && exists(at)) p.parts.push_back({offset, {at, at + n}});
    });
    return p;
}

// Of a deal with a list: where the part of `recv` begins, as the list says, which is in the first piece.
inline request at_its_place(const parcel& p, request recv)
{
    auto listed = [&](std::size_t at) { return entry_at(&p.parts.at(0).content.at(at)); };
    recv.before = place_of(recv, SIZE_MAX, listed).value();
    recv.listed = false;
    return recv;
}

template <class Exists> void unpack(const parcel& p, const request& recv, Exists exists)
{
    if (recv.listed) return unpack(p, at_its_place(p, recv), exists);
    for_each_piece(recv, [&](const std::byte* at, std::size_t offset, std::size_t n) {
        if (n == 0 || !exists(at)) return;
        for (auto& part : p.parts) {
            auto first = std::max(offset, part.offset), end = std::min(offset + n, part.offset + part.content.size());
            if (first < end)
                std::memcpy(const_cast<std::byte*>(at) + (first - offset), &part.content[first - part.offset],
                            end - first);
        }
    });
}

} // namespace hocket
