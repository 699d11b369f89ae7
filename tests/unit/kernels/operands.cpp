// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/operands.hpp"
#include "kernels/half_reference.hpp"
#include "kernels/reference.hpp"
#include <bit>
#include <cfloat>
#include <cstring>
#include <random>

namespace hocket {
namespace {

using enum element;
using generator = std::mt19937_64;

void append(std::vector<std::byte>& to, const void* value, std::size_t size)
{
    const auto* first = static_cast<const std::byte*>(value);
    to.insert(to.end(), first, first + size);
}

template <class T> T special(generator& random)
{
    using limits = std::numeric_limits<T>;
    const T values[] = {T(0),
                        -T(0),
                        T(1),
                        T(-1),
                        limits::infinity(),
                        -limits::infinity(),
                        limits::quiet_NaN(),
                        -limits::quiet_NaN(),
                        limits::max(),
                        limits::lowest(),
                        limits::min(),
                        -limits::min(),
                        limits::denorm_min(),
                        -limits::denorm_min(),
                        limits::epsilon(),
                        T(1) + limits::epsilon()};
    return values[random() % std::size(values)];
}

template <class T> T ordinary(generator& random)
{
    return T(std::int64_t(random() % 20001) - 10000) / T(64);
}

template <class T> void add_floating(std::vector<std::byte>& to, generator& random)
{
    T value = random() % 2 ? special<T>(random) : ordinary<T>(random);
    if constexpr (sizeof(T) <= sizeof(std::uint64_t)) {
        using bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
        if (random() % 2) value = std::bit_cast<T>(bits(random()));
    }
    append(to, &value, sizeof value);
    if (sizeof value > 8 && LDBL_MANT_DIG == 64) std::memset(&to.back() - 5, 0, 6);
}

template <class Half> void add_half(std::vector<std::byte>& to, generator& random)
{
    const auto number = random() % 2 ? special<float>(random) : ordinary<float>(random);
    const auto bits = random() % 2 ? std::uint16_t(random()) : Half::nearest(double(number));
    append(to, &bits, sizeof bits);
}

// Zeros, values that differ from zero in one byte only, the ends of the range, and anything.
void add_integer(std::vector<std::byte>& to, generator& random, std::size_t size)
{
    const std::uint64_t one_byte = std::uint64_t(random() % 256) << (random() % size * 8);
    const std::uint64_t top = std::uint64_t(1) << (size * 8 - 1);
    const std::uint64_t choices[] = {0, 1, one_byte, top, top - 1, ~std::uint64_t(0), random(), random()};
    const std::uint64_t value = choices[random() % std::size(choices)];
    append(to, &value, size);
}

// Few values, so that many are equal.
template <class Value, class Index> void add_pair(std::vector<std::byte>& to, generator& random)
{
    auto value = Value(int(random() % 5) - 2);
    if constexpr (std::is_floating_point_v<Value>)
        if (random() % 2) value = special<Value>(random);
    const auto index = Index(int(random() % 7) - 3);
    append(to, &value, sizeof value);
    append(to, &index, sizeof index);
}

void add_one(std::vector<std::byte>& to, element of, generator& random)
{
    switch (of) {
    case f16: return add_half<reference::binary16>(to, random);
    case bf16: return add_half<reference::brain16>(to, random);
    case f32: return add_floating<float>(to, random);
    case f64: return add_floating<double>(to, random);
    case f80: return add_floating<long double>(to, random);
    case c32: return add_floating<float>(to, random), add_floating<float>(to, random);
    case c64: return add_floating<double>(to, random), add_floating<double>(to, random);
    case c80: return add_floating<long double>(to, random), add_floating<long double>(to, random);
    case float_int: return add_pair<float, int>(to, random);
    case double_int: return add_pair<double, int>(to, random);
    case long_int: return add_pair<long, int>(to, random);
    case int_int: return add_pair<int, int>(to, random);
    case short_int: return add_pair<short, int>(to, random);
    case long_double_int: return add_pair<long double, int>(to, random);
    case float_float: return add_pair<float, float>(to, random);
    case double_double: return add_pair<double, double>(to, random);
    default: return add_integer(to, random, reference::size_of(of));
    }
}

} // namespace

std::vector<std::byte> operands(element of, std::size_t n, std::uint64_t seed)
{
    generator random(seed * 64 + std::uint64_t(of));
    std::vector<std::byte> all;
    for (std::size_t i = 0; i < n; ++i) add_one(all, of, random);
    return all;
}

} // namespace hocket
