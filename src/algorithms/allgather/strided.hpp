// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/in_pieces.hpp"

namespace hocket::allgather {

// Sends one list of blocks and receives another, each as one message; lists of short ones go through a buffer.
inline task swap_pieces(net on, int to, pieces give, int from, pieces take)
{
    co_await both(move_pieces(on, {from, true}, take), move_pieces(on, {to, false}, give));
}

// Into such buffers and out of them; where the pieces are long, the library does it.
inline double packing(const problem& of)
{
    return 2 * of.bytes * of.copy_per_byte;
}

} // namespace hocket::allgather
