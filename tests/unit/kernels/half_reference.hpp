// SPDX-License-Identifier: BSD-3-Clause
// 16-bit floating point by its definition: a sign, an exponent and a fraction, in arithmetic of double.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace hocket::reference {

template <int fraction_bits> struct half {
    static constexpr int bias = (1 << (14 - fraction_bits)) - 1;

    static double value(std::uint16_t bits)
    {
        const double sign = bits >> 15 ? -1 : 1;
        const int exponent = (bits & 0x7fff) >> fraction_bits, fraction = bits & ((1 << fraction_bits) - 1);
        if (exponent == 2 * bias + 1) {
            if (fraction) return std::numeric_limits<double>::quiet_NaN();
            return sign * std::numeric_limits<double>::infinity();
        }
        if (exponent == 0) return sign * std::ldexp(fraction, 1 - bias - fraction_bits);
        return sign * std::ldexp((1 << fraction_bits) + fraction, exponent - bias - fraction_bits);
    }

    static std::uint16_t nearest(double number)
    {
        const auto sign = std::uint16_t(std::signbit(number) ? 0x8000 : 0);
        const auto infinity = std::uint16_t((2 * bias + 1) << fraction_bits);
        if (std::isnan(number)) return std::uint16_t(sign | infinity | (1 << (fraction_bits - 1)));
        if (std::isinf(number)) return std::uint16_t(sign | infinity);
        const double size = std::fabs(number);
        const int exponent = size == 0 ? 1 - bias : std::max(std::ilogb(size), 1 - bias);
        // nearbyint rounds to nearest, ties to even; a carry into the exponent comes out right by itself.
        const double places = std::nearbyint(std::ldexp(size, fraction_bits - exponent));
        const double steps = places + std::ldexp(exponent + bias - 1, fraction_bits);
        return std::uint16_t(sign | std::uint16_t(std::min(steps, double(infinity))));
    }
};

using binary16 = half<10>;
using brain16 = half<7>;

} // namespace hocket::reference
