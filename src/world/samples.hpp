// SPDX-License-Identifier: BSD-3-Clause
// What trials send: bytes of which each tells where it belongs.
#pragma once
#include "net/request.hpp"

namespace hocket {

// Byte i of a block becomes 167 i + 13 (i / 256) + 7 (i / 65536) + salt, modulo 256: neighbouring bytes, those of
// neighbouring rows of 256, and equal places under other salts all differ. Or each byte that wrongly: its complement.
void fill_samples(bytes block, std::size_t salt, bool right = true);

// The first place where two of one length differ; that length where none does.
std::size_t first_difference(cbytes a, cbytes b);

} // namespace hocket
