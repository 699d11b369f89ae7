// SPDX-License-Identifier: BSD-3-Clause
// One element after the other, at any alignment.
#pragma once
#include <cfloat>
#include <cstddef>
#include <cstring>

namespace hocket {

// What has two parts part by part: a copy of a whole one would be kept in memory.
template <class T> T read(const std::byte* at)
{
    if constexpr (requires { typename T::part; })
        return {read<typename T::part>(at), read<typename T::part>(at + sizeof(typename T::part))};
    T value;
    std::memcpy(&value, at, sizeof value);
    return value;
}

template <class T> void write(std::byte* at, const T& value)
{
    std::memcpy(at, &value, sizeof value);
}

// What fills a long double of x87 up to its size would be chance; it is zero, so that all ranks have equal bytes.
constexpr std::size_t long_double_bytes = LDBL_MANT_DIG == 64 ? 10 : sizeof(long double);
struct [[gnu::packed, gnu::may_alias]] unaligned_long_double {
    long double value;
};
inline void write(std::byte* at, long double value)
{
    // Assigned, since to be copied it would be stored on the stack before. That stores all of it, as compilers see it:
    // zeros stored earlier would be left out.
    reinterpret_cast<unaligned_long_double*>(at)->value = value;
    if (long_double_bytes < sizeof value) std::memset(at + long_double_bytes, 0, sizeof value - long_double_bytes);
}

template <class T, T (*combined)(T, T)>
void plain_loop(std::byte* out, const std::byte* low, const std::byte* high, std::size_t elements)
{
    for (std::size_t i = 0; i < elements; ++i) {
        const std::size_t at = i * sizeof(T);
        write(out + at, combined(read<T>(low + at), read<T>(high + at)));
    }
}

} // namespace hocket
