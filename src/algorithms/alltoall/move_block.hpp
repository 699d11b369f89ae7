// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/in_pieces.hpp"

namespace hocket::alltoall {

// One block between this rank and a peer, one way; nothing for an empty one.
inline task move_block(net on, const block_places* all, message_end at)
{
    bytes one;
    auto list = pieces_of(on, *all, at.peer, one);
    co_await move_pieces(on, at, list);
}

} // namespace hocket::alltoall
