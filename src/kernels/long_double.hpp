// SPDX-License-Identifier: BSD-3-Clause
// A long double as it lies in memory, to be compared and moved: the instructions that load, compare and store one on
// x86 take several times as long as those on its two words.
#pragma once
#include <cfloat>
#include <cstdint>

namespace hocket {

#if LDBL_MANT_DIG == 64 && defined(__x86_64__)

struct long_double_bits {
    std::uint64_t fraction, rest; // sign and exponent are the lower 16 bits of the rest

    bool number() const { return (rest & 0x7fff) != 0x7fff || !(fraction << 1); }
    // Orders as the numbers do, both zeros as 0.
    __extension__ __int128 order() const
    {
        __extension__ using wide = __int128;
        const auto sign = -wide(rest >> 15 & 1);
        return ((wide(rest & 0x7fff) << 64 | fraction) ^ sign) - sign;
    }
    // As of floating point: nothing equals a NaN or is less.
    friend bool operator==(const long_double_bits& a, const long_double_bits& b)
    {
        return bool(int(a.number()) & int(b.number()) & int(a.order() == b.order()));
    }
    friend bool operator<(const long_double_bits& a, const long_double_bits& b)
    {
        return bool(int(a.number()) & int(b.number()) & int(a.order() < b.order()));
    }
};

#else

using long_double_bits = long double;

#endif

} // namespace hocket
