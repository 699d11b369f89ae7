// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/half.hpp"
#include "mpi/types.hpp"
#include <cstring>
#include <random>

namespace hocket {
namespace {

template <class T> void put(std::byte*& at, int number)
{
    const auto value = T(number);
    std::memcpy(at, &value, sizeof value);
    at += sizeof value;
}
template <class Half> void put_half(std::byte*& at, int number)
{
    put<std::uint16_t>(at, Half::nearest(float(number)).bits);
}
// What fills a long double up stays zero.
void put_long_double(std::byte*& at, int number)
{
    const auto value = static_cast<long double>(number);
    std::memcpy(at, &value, 10);
    at += sizeof value;
}

void put_one(std::byte*& at, element of, int number, int index)
{
    using enum element;
    switch (of) {
    case f16: return put_half<binary16_number>(at, number);
    case bf16: return put_half<brain16_number>(at, number);
    case f32: return put<float>(at, number);
    case f64: return put<double>(at, number);
    case f80: return put_long_double(at, number);
    case c32: return put<float>(at, number), put<float>(at, index);
    case c64: return put<double>(at, number), put<double>(at, index);
    case c80: return put_long_double(at, number), put_long_double(at, index);
    case boolean:
    case logical1: return put<std::int8_t>(at, number & 1);
    case logical2: return put<std::int16_t>(at, number & 1);
    case logical4: return put<std::int32_t>(at, number & 1);
    case logical8: return put<std::int64_t>(at, number & 1);
    case float_int: return put<float>(at, number), put<int>(at, index);
    case double_int: return put<double>(at, number), put<int>(at, index);
    case long_int: return put<long>(at, number), put<int>(at, index);
    case int_int: return put<int>(at, number), put<int>(at, index);
    case short_int: return put<short>(at, number), put<int>(at, index);
    case long_double_int: return put_long_double(at, number), put<int>(at, index);
    case float_float: return put<float>(at, number), put<float>(at, index);
    case double_double: return put<double>(at, number), put<double>(at, index);
    case i16:
    case u16: return put<std::int16_t>(at, number);
    case i32:
    case u32: return put<std::int32_t>(at, number);
    case i64:
    case u64: return put<std::int64_t>(at, number);
    default: return put<std::int8_t>(at, number);
    }
}

} // namespace

packed_bytes numbers(element of, std::size_t size, std::size_t n, unsigned seed)
{
    std::mt19937 random(seed);
    packed_bytes all(n * size);
    auto* at = all.data();
    for (std::size_t i = 0; i < n; ++i) put_one(at, of, 1 + int(random() % 4), int(random() % 1000));
    return all;
}

} // namespace hocket
