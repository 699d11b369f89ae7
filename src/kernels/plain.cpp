// SPDX-License-Identifier: BSD-3-Clause
// Every operation but minloc and maxloc in plain C++: for what has no vectors, and for processors that have none.
#include "kernels/half.hpp"
#include "kernels/long_double.hpp"
#include "kernels/parts.hpp"
#include "kernels/plain_loop.hpp"
#include <type_traits>

namespace hocket {
namespace {

template <class T> struct complex_number {
    using part = T;
    T real, imaginary;
};
template <class T> void write(std::byte* at, const complex_number<T>& value)
{
    hocket::write(at, value.real);
    hocket::write(at + sizeof(T), value.imaginary);
}

template <class T> constexpr bool is_half = std::is_same_v<T, brain16_number> || std::is_same_v<T, binary16_number>;

// Wide enough not to be promoted to int, whose overflow is undefined.
template <class T> using wrapping = std::common_type_t<std::make_unsigned_t<T>, unsigned>;

template <class T> T sum(T low, T high)
{
    if constexpr (std::is_integral_v<T>) return T(wrapping<T>(low) + wrapping<T>(high));
    else if constexpr (is_half<T>) return T::nearest(float(low) + float(high));
    else return low + high;
}

template <class T> T product(T low, T high)
{
    if constexpr (std::is_integral_v<T>) return T(wrapping<T>(low) * wrapping<T>(high));
    else if constexpr (is_half<T>) return T::nearest(float(low) * float(high));
    else return low * high;
}

template <class T> auto ordered(T value)
{
    if constexpr (is_half<T>) return float(value);
    else return value;
}

template <class T> T minimum(T low, T high)
{
    const auto a = ordered(low), b = ordered(high);
    return a < b || a != a ? low : high;
}

template <class T> T maximum(T low, T high)
{
    const auto a = ordered(low), b = ordered(high);
    return b < a || a != a ? low : high;
}

template <class T> T logical_and(T low, T high)
{
    return T(low != 0 && high != 0);
}
template <class T> T logical_or(T low, T high)
{
    return T(low != 0 || high != 0);
}
template <class T> T logical_xor(T low, T high)
{
    return T((low != 0) != (high != 0));
}

template <class T> T bit_and(T low, T high)
{
    return T(low & high);
}
template <class T> T bit_or(T low, T high)
{
    return T(low | high);
}
template <class T> T bit_xor(T low, T high)
{
    return T(low ^ high);
}

template <class T> complex_number<T> complex_sum(complex_number<T> low, complex_number<T> high)
{
    return {low.real + high.real, low.imaginary + high.imaginary};
}

template <class T> complex_number<T> complex_product(complex_number<T> low, complex_number<T> high)
{
    return {low.real * high.real - low.imaginary * high.imaginary,
            low.real * high.imaginary + low.imaginary * high.real};
}

// Bits: how an element lies in memory where it is only compared.
template <class T, class Bits = T> combine_call* real(operation what)
{
    switch (what) {
    case operation::sum: return plain_loop<T, sum<T>>;
    case operation::product: return plain_loop<T, product<T>>;
    case operation::minimum: return plain_loop<Bits, minimum<Bits>>;
    case operation::maximum: return plain_loop<Bits, maximum<Bits>>;
    default: return nullptr;
    }
}

template <class T> combine_call* logical(operation what)
{
    switch (what) {
    case operation::logical_and: return plain_loop<T, logical_and<T>>;
    case operation::logical_or: return plain_loop<T, logical_or<T>>;
    case operation::logical_xor: return plain_loop<T, logical_xor<T>>;
    default: return nullptr;
    }
}

template <class T> combine_call* bitwise(operation what)
{
    switch (what) {
    case operation::bit_and: return plain_loop<T, bit_and<T>>;
    case operation::bit_or: return plain_loop<T, bit_or<T>>;
    case operation::bit_xor: return plain_loop<T, bit_xor<T>>;
    default: return nullptr;
    }
}

template <class T> combine_call* integer(operation what)
{
    if (auto* call = real<T>(what)) return call;
    if (auto* call = logical<T>(what)) return call;
    return bitwise<T>(what);
}

template <class T> combine_call* complex(operation what)
{
    switch (what) {
    case operation::sum: return plain_loop<complex_number<T>, complex_sum<T>>;
    case operation::product: return plain_loop<complex_number<T>, complex_product<T>>;
    default: return nullptr;
    }
}

} // namespace

combine_call* plain_kernel(operation what, element of)
{
    switch (of) {
    case element::i8: return integer<std::int8_t>(what);
    case element::i16: return integer<std::int16_t>(what);
    case element::i32: return integer<std::int32_t>(what);
    case element::i64: return integer<std::int64_t>(what);
    case element::u8:
    case element::byte: return integer<std::uint8_t>(what);
    case element::u16: return integer<std::uint16_t>(what);
    case element::u32: return integer<std::uint32_t>(what);
    case element::u64: return integer<std::uint64_t>(what);
    case element::f16: return real<binary16_number>(what);
    case element::bf16: return real<brain16_number>(what);
    case element::f32: return real<float>(what);
    case element::f64: return real<double>(what);
    case element::f80: return real<long double, long_double_bits>(what);
    case element::c32: return complex<float>(what);
    case element::c64: return complex<double>(what);
    case element::c80: return complex<long double>(what);
    case element::boolean:
    case element::logical1: return logical<std::uint8_t>(what);
    case element::logical2: return logical<std::uint16_t>(what);
    case element::logical4: return logical<std::uint32_t>(what);
    case element::logical8: return logical<std::uint64_t>(what);
    default: return nullptr;
    }
}

} // namespace hocket
