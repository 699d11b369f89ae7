// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace hocket {

// How far a property test goes. Sanitizers look for faults of another kind, ten times more slowly: `few` is theirs.
constexpr int wide(int all, int few)
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return all < few ? all : few;
#else
    return few < all ? all : few;
#endif
}

} // namespace hocket
