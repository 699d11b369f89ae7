// SPDX-License-Identifier: BSD-3-Clause
// What trials send: bytes of which each tells where it belongs.
#pragma once
#include "net/request.hpp"

namespace hocket {

// Byte i of a block becomes 167 i + 13 (i / 256) + 7 (i / 65536) + salt, modulo 256: neighbouring bytes, those of
// neighbouring rows of 256, and equal places under salts that differ modulo 256 all differ. Or each byte wrongly: its
// complement.
void fill_samples(bytes block, std::size_t salt, bool right = true);

// Of a block from one rank to another, or from a rank the block of that number. Differs modulo 256 for a pair and the
// pair turned round, up to 256 ranks, and for pairs of which no rank is 15 from its like.
constexpr std::size_t salt_of(std::size_t from, std::size_t to)
{
    return from * 37 + to * 22 + 1;
}

// The first place where two of one length differ; that length where none does.
std::size_t first_difference(cbytes a, cbytes b);

} // namespace hocket
