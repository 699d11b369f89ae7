// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/reference.hpp"
#include "kernels/half_reference.hpp"
#include <array>
#include <cfloat>
#include <cstring>
#include <map>

namespace hocket::reference {
namespace {

using enum element;

template <class T> T at(const std::byte* p)
{
    T value;
    std::memcpy(&value, p, sizeof value);
    return value;
}

template <class T> void put(std::byte* p, T value)
{
    std::memcpy(p, &value, sizeof value);
}
void put(std::byte* p, long double value)
{
    std::memset(p, 0, sizeof value);
    std::memcpy(p, &value, LDBL_MANT_DIG == 64 ? 10 : sizeof value);
}

template <class T> T integer(operation what, T low, T high)
{
    const auto a = static_cast<__int128>(low), b = static_cast<__int128>(high);
    switch (what) {
    case operation::sum: return static_cast<T>(a + b);
    case operation::product:
        return static_cast<T>(static_cast<unsigned __int128>(a) * static_cast<unsigned __int128>(b));
    case operation::minimum: return a <= b ? low : high;
    case operation::maximum: return a >= b ? low : high;
    case operation::logical_and: return T(a && b);
    case operation::logical_or: return T(a || b);
    case operation::logical_xor: return T(!a != !b);
    case operation::bit_and: return T(a & b);
    case operation::bit_or: return T(a | b);
    default: return T(a ^ b);
    }
}

// 0 for low, 1 for high.
template <class T> int chosen(operation what, T low, T high)
{
    if (low != low) return 0;
    if (high != high) return 1;
    return what == operation::minimum ? (low < high ? 0 : 1) : (low > high ? 0 : 1);
}

template <class T> T floating(operation what, T low, T high)
{
    if (what == operation::sum) return low + high;
    if (what == operation::product) return low * high;
    return chosen(what, low, high) ? high : low;
}

template <class Half> std::uint16_t halved(operation what, std::uint16_t low, std::uint16_t high)
{
    const auto a = float(Half::value(low)), b = float(Half::value(high));
    if (what == operation::sum) return Half::nearest(a + b);
    if (what == operation::product) return Half::nearest(a * b);
    return chosen(what, a, b) ? high : low;
}

template <class T> void complex(operation what, std::byte* out, const std::byte* low, const std::byte* high)
{
    const T a = at<T>(low), b = at<T>(low + sizeof(T)), c = at<T>(high), d = at<T>(high + sizeof(T));
    const volatile T ac = a * c, bd = b * d, ad = a * d, bc = b * c;
    put(out, T(what == operation::sum ? a + c : ac - bd));
    put(out + sizeof(T), T(what == operation::sum ? b + d : ad + bc));
}

template <class Value, class Index>
void located(operation what, std::byte* out, const std::byte* low, const std::byte* high)
{
    const auto a = at<Value>(low), b = at<Value>(high);
    const auto i = at<Index>(low + sizeof a), j = at<Index>(high + sizeof b);
    const auto extreme = what == operation::minloc ? operation::minimum : operation::maximum;
    const bool first = a == b ? i <= j : chosen(extreme, a, b) == 0;
    std::memmove(out, first ? low : high, sizeof(Value) + sizeof(Index));
}

template <class T> void integers(operation what, std::byte* out, const std::byte* low, const std::byte* high)
{
    put(out, integer(what, at<T>(low), at<T>(high)));
}

template <class T> void floats(operation what, std::byte* out, const std::byte* low, const std::byte* high)
{
    put(out, floating(what, at<T>(low), at<T>(high)));
}

template <class Half> void halves(operation what, std::byte* out, const std::byte* low, const std::byte* high)
{
    put(out, halved<Half>(what, at<std::uint16_t>(low), at<std::uint16_t>(high)));
}

struct type {
    std::size_t size;
    void (*combine)(operation, std::byte*, const std::byte*, const std::byte*);
};

const std::map<element, type>& types()
{
    constexpr std::size_t wide = sizeof(long double);
    static const std::map<element, type> all{
        {i8, {1, integers<std::int8_t>}},
        {i16, {2, integers<std::int16_t>}},
        {i32, {4, integers<std::int32_t>}},
        {i64, {8, integers<std::int64_t>}},
        {u8, {1, integers<std::uint8_t>}},
        {u16, {2, integers<std::uint16_t>}},
        {u32, {4, integers<std::uint32_t>}},
        {u64, {8, integers<std::uint64_t>}},
        {f16, {2, halves<reference::binary16>}},
        {bf16, {2, halves<reference::brain16>}},
        {f32, {4, floats<float>}},
        {f64, {8, floats<double>}},
        {f80, {wide, floats<long double>}},
        {c32, {8, complex<float>}},
        {c64, {16, complex<double>}},
        {c80, {2 * wide, complex<long double>}},
        {boolean, {1, integers<std::uint8_t>}},
        {logical1, {1, integers<std::uint8_t>}},
        {logical2, {2, integers<std::uint16_t>}},
        {logical4, {4, integers<std::uint32_t>}},
        {logical8, {8, integers<std::uint64_t>}},
        {byte, {1, integers<std::uint8_t>}},
        {float_int, {8, located<float, int>}},
        {double_int, {12, located<double, int>}},
        {long_int, {sizeof(long) + 4, located<long, int>}},
        {int_int, {8, located<int, int>}},
        {short_int, {6, located<short, int>}},
        {long_double_int, {wide + 4, located<long double, int>}},
        {float_float, {8, located<float, float>}},
        {double_double, {16, located<double, double>}},
    };
    return all;
}

} // namespace

std::size_t size_of(element of)
{
    return types().at(of).size;
}
bool is_integer(element of)
{
    return of <= u64 || of == byte;
}
bool is_logical(element of)
{
    return of >= boolean && of <= logical8;
}
bool is_floating(element of)
{
    return of >= f16 && of <= f80;
}
bool is_complex(element of)
{
    return of >= c32 && of <= c80;
}
bool is_pair(element of)
{
    return of >= float_int;
}

bool defined(operation what, element of)
{
    if (what == operation::minloc || what == operation::maxloc) return is_pair(of);
    if (what >= operation::bit_and) return is_integer(of);
    if (what >= operation::logical_and) return is_integer(of) || is_logical(of);
    return is_integer(of) || is_floating(of) || (is_complex(of) && what <= operation::product);
}

void combine(operation what, element of, std::byte* out, const std::byte* low, const std::byte* high)
{
    types().at(of).combine(what, out, low, high);
}

} // namespace hocket::reference
