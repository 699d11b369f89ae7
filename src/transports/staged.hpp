// SPDX-License-Identifier: BSD-3-Clause
// What a message does to the picture that its buffer may be of.
#pragma once
#include "transports/engine.hpp"

namespace hocket {

inline std::span<const bytes> pieces_of(const request& r)
{
    return {r.pieces, std::size_t(r.piece_count)};
}

// What a message reads is packed before it goes.
inline void before(staging& picture, request& r)
{
    if (r.what == verb::send && r.from) r.from = picture.source_of({r.from, r.count});
    else if (r.from) picture.before_reading({r.from, r.count});
    if (r.what == verb::send)
        for (auto& p : pieces_of(r)) picture.before_reading(p);
}

// What it has brought is unpacked.
inline void after(staging& picture, const request& r)
{
    if (r.into) picture.after_writing({r.into, r.count});
    else if (r.from) picture.after_reading({r.from, r.count});
    for (auto& p : pieces_of(r))
        if (r.what == verb::send) picture.after_reading(p);
        else picture.after_writing(p);
}

} // namespace hocket
