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

    bool number() const { return bool(int((rest & 0x7fff) != 0x7fff) | int(fraction << 1 == 0)); }
    // Order as the numbers do, the upper one first, both zeros the same.
    struct words {
        std::int64_t upper;
        std::uint64_t lower;
    };
    words order() const
    {
        const std::uint64_t exponent = rest & 0x7fff;
        const auto negative = -(rest >> 15 & 1 & std::uint64_t((exponent | fraction) != 0));
        return {std::int64_t(exponent ^ negative), fraction ^ negative};
    }
    // As of floating point: nothing equals a NaN or is less.
    friend bool operator==(const long_double_bits& a, const long_double_bits& b)
    {
        const auto x = a.order(), y = b.order();
        const int equal = int(x.upper == y.upper) & int(x.lower == y.lower);
        return bool(int(a.number()) & int(b.number()) & equal);
    }
    friend bool operator<(const long_double_bits& a, const long_double_bits& b)
    {
        const auto x = a.order(), y = b.order();
        const int less = int(x.upper < y.upper) | (int(x.upper == y.upper) & int(x.lower < y.lower));
        return bool(int(a.number()) & int(b.number()) & less);
    }
};

#else

using long_double_bits = long double;

#endif

} // namespace hocket
