// SPDX-License-Identifier: BSD-3-Clause
// Copies that are put on the stream of the calling thread, in the current context.
#pragma once
#include "device/cuda/cuda_context.hpp"

namespace hocket::cuda {

// Of n bytes that lie together.
using copier = int(const api& by, std::byte* to, const std::byte* from, std::size_t n);

inline int start_plain(const api& by, std::byte* to, const std::byte* from, std::size_t n)
{
    return by.MemcpyAsync(as_address(to), as_address(from), n, stream_of_thread());
}

// Rows whose pitch is no less than their width.
inline int start_pitched(const api& by, std::byte* to, const std::byte* from, const strided_piece& piece)
{
    copy_2d rows;
    rows.from = as_address(from + piece.offset), rows.to = as_address(to + piece.offset);
    rows.from_pitch = rows.to_pitch = std::size_t(piece.pitch);
    rows.width = piece.width, rows.height = piece.rows;
    return by.Memcpy2DAsync(&rows, stream_of_thread());
}

// What is short goes to a device among the commands of its process, which wait until those of others that share it have
// had their turn; as two rows it goes by the copy engine. The two last bytes of an odd number are copied apart.
inline int start_by_engine(const api& by, std::byte* to, const std::byte* from, std::size_t n)
{
    constexpr std::size_t in_any_case = 32768;
    if (n >= in_any_case || n < 2) return start_plain(by, to, from, n);
    auto half = n / 2;
    int code = start_pitched(by, to, from, {0, half, 2, std::ptrdiff_t(half)});
    if (n % 2 == 0 || code != success) return code;
    return start_pitched(by, to, from, {std::ptrdiff_t(n) - 2, 1, 2, 1});
}

} // namespace hocket::cuda
