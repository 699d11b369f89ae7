// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/half_reference.hpp"
#include "kernels/reference.hpp"
#include <cstring>

namespace hocket::reference {
namespace {

using enum element;

template <class T> T at(const std::byte* p)
{
    T value;
    std::memcpy(&value, p, sizeof value);
    return value;
}

template <class T> bool same_number(const std::byte* found, const std::byte* wanted)
{
    const auto a = at<T>(found), b = at<T>(wanted);
    return (a != a && b != b) || std::memcmp(found, wanted, sizeof(T)) == 0;
}

template <class Half> bool same_half(const std::byte* found, const std::byte* wanted)
{
    const auto a = Half::value(at<std::uint16_t>(found)), b = Half::value(at<std::uint16_t>(wanted));
    return (a != a && b != b) || std::memcmp(found, wanted, 2) == 0;
}

bool same_computed(element of, const std::byte* found, const std::byte* wanted)
{
    switch (of) {
    case f16: return same_half<reference::binary16>(found, wanted);
    case bf16: return same_half<reference::brain16>(found, wanted);
    case f32: return same_number<float>(found, wanted);
    case f64: return same_number<double>(found, wanted);
    case f80: return same_number<long double>(found, wanted);
    case c32: return same_computed(f32, found, wanted) && same_computed(f32, found + 4, wanted + 4);
    case c64: return same_computed(f64, found, wanted) && same_computed(f64, found + 8, wanted + 8);
    case c80:
        return same_computed(f80, found, wanted) &&
               same_computed(f80, found + sizeof(long double), wanted + sizeof(long double));
    default: return std::memcmp(found, wanted, size_of(of)) == 0;
    }
}

} // namespace

bool same(operation what, element of, const std::byte* found, const std::byte* wanted)
{
    if (what == operation::sum || what == operation::product) return same_computed(of, found, wanted);
    return std::memcmp(found, wanted, size_of(of)) == 0;
}

} // namespace hocket::reference
