// SPDX-License-Identifier: BSD-3-Clause
// The two 16-bit floating point formats, one number at a time.
#pragma once
#include <bit>
#include <cstdint>

namespace hocket {

struct brain16_number {
    std::uint16_t bits;

    explicit operator float() const { return std::bit_cast<float>(std::uint32_t(bits) << 16); }
    static brain16_number nearest(float value)
    {
        const auto all = std::bit_cast<std::uint32_t>(value);
        const auto up = value != value ? all | 0x00400000u : all + 0x7fffu + (all >> 16 & 1);
        return {std::uint16_t(up >> 16)};
    }
};

struct binary16_number {
    std::uint16_t bits;

    explicit operator float() const
    {
        const std::uint32_t sign = (bits & 0x8000u) << 16, magnitude = (bits & 0x7fffu) << 13;
        const std::uint32_t exponent = magnitude & 0x0f800000u;
        if (exponent == 0x0f800000u) return std::bit_cast<float>(sign | magnitude | 0x7f800000u);
        if (exponent) return std::bit_cast<float>(sign | (magnitude + (112u << 23)));
        const float least = 0x1p-14f, value = std::bit_cast<float>(magnitude + (113u << 23)) - least;
        return sign ? -value : value;
    }
    static binary16_number nearest(float value)
    {
        const auto all = std::bit_cast<std::uint32_t>(value), size = all & 0x7fffffffu;
        return {std::uint16_t((all & 0x80000000u) >> 16 | magnitude_of(size))};
    }

private:
    static std::uint32_t magnitude_of(std::uint32_t size)
    {
        if (size > 0x7f800000u) return 0x7e00u | (size >> 13 & 0x3ffu);
        if (size >= 143u << 23) return 0x7c00u;
        if (size >= 113u << 23) return (size - (112u << 23) + 0xfffu + (size >> 13 & 1)) >> 13;
        // The last place of a half is that of a float between 0.5 and 1, so the addition rounds.
        return std::bit_cast<std::uint32_t>(std::bit_cast<float>(size) + 0.5f) - (126u << 23);
    }
};

} // namespace hocket
