// SPDX-License-Identifier: BSD-3-Clause
// The memory of a request, in one piece or in several, part by part.
#pragma once
#include "base/copy.hpp"
#include "net/request.hpp"
#include <algorithm>
#include <cstring>
#include <optional>

namespace hocket {

// Visits what holds the bytes [from, from + n) of the request's data: visit(pointer, bytes).
template <class Visit> void each_part(const request& r, std::byte* whole, std::size_t from, std::size_t n, Visit visit)
{
    if (!r.pieces) {
        if (n > 0) visit(whole + from, n);
        return;
    }
    for (int i = 0; i < r.piece_count && n > 0; ++i) {
        auto piece = r.pieces[i];
        if (from >= piece.size()) {
            from -= piece.size();
            continue;
        }
        auto here = std::min(n, piece.size() - from);
        visit(piece.data() + from, here);
        from = 0;
        n -= here;
    }
}

// Bytes that have come for a receive, `from` bytes after its first.
inline void put(const request& r, std::size_t from, const std::byte* data, std::size_t n)
{
    each_part(r, r.into, from, n, [&](std::byte* at, std::size_t some) {
        copy_bytes(at, data, some);
        data += some;
    });
}

// The same for a whole message, or for whole elements of one that is combined.
inline void take_in(const request& r, std::size_t from, const std::byte* data, std::size_t n)
{
    if (r.what != verb::recv_reduce) return put(r, from, data, n);
    if (n > 0) combine(r, from, data, n);
}

inline list_entry entry_at(const std::byte* place)
{
    list_entry is;
    std::memcpy(&is, place, sizeof is);
    return is;
}

// Where the part of a receive begins in `size` bytes that were told, of which listed(offset) is what a list in front
// says; none where it has another length there.
template <class Listed> std::optional<std::size_t> place_of(const request& r, std::size_t size, Listed listed)
{
    constexpr auto one = sizeof(list_entry);
    if (!r.listed) return r.before + r.count + r.after == size ? std::optional(r.before) : std::nullopt;
    auto list = r.before + one + r.after;
    if (size < list) return std::nullopt;
    std::size_t first = r.before > 0 ? listed(r.before - one) : list, end = listed(r.before);
    bool fits = first <= end && end <= size && end - first == r.count;
    return fits ? std::optional(first) : std::nullopt;
}

} // namespace hocket
