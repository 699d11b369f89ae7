// SPDX-License-Identifier: BSD-3-Clause
// Integers: all but the bitwise operations. A byte is one without a sign, as in the libraries that calculate with it.
// Sum and product wrap, so that signed and unsigned are one code.
#include "kernels/compiled.hpp"
#if HOCKET_VECTORS
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/integers.cpp"
#include <hwy/foreach_target.h>

#include "kernels/arithmetic.inl.hpp"
#include <type_traits>

HWY_BEFORE_NAMESPACE();
namespace hocket::HWY_NAMESPACE {
namespace {

// No processor multiplies bytes: the even ones are the lower halves of 16-bit lanes, the odd ones the upper.
template <> struct multiply<std::uint8_t> {
    using lane = std::uint8_t;
    template <class D, class V> static HWY_INLINE V apply(D d, V low, V high)
    {
        const hn::RepartitionToWide<D> wide;
        const auto a = hn::BitCast(wide, low), b = hn::BitCast(wide, high);
        const auto lower = hn::Set(wide, std::uint16_t(0x00ff)), upper = hn::Set(wide, std::uint16_t(0xff00));
        const auto even = hn::And(hn::Mul(a, b), lower);
        const auto odd = hn::Mul(hn::And(a, upper), hn::ShiftRight<8>(b));
        return hn::BitCast(d, hn::Or(even, odd));
    }
};

template <class T> struct lesser {
    using lane = T;
    template <class D, class V> static HWY_INLINE V apply(D, V low, V high) { return hn::Min(low, high); }
};

template <class T> struct greater {
    using lane = T;
    template <class D, class V> static HWY_INLINE V apply(D, V low, V high) { return hn::Max(low, high); }
};

template <class T> struct both {
    using lane = T;
    template <class D, class V> static HWY_INLINE V apply(D d, V low, V high)
    {
        const auto none = hn::Zero(d);
        return hn::IfThenZeroElse(hn::Or(hn::Eq(low, none), hn::Eq(high, none)), hn::Set(d, T(1)));
    }
};

template <class T> struct either {
    using lane = T;
    template <class D, class V> static HWY_INLINE V apply(D d, V low, V high)
    {
        return hn::IfThenZeroElse(hn::Eq(hn::Or(low, high), hn::Zero(d)), hn::Set(d, T(1)));
    }
};

template <class T> struct just_one {
    using lane = T;
    template <class D, class V> static HWY_INLINE V apply(D d, V low, V high)
    {
        const auto none = hn::Zero(d);
        return hn::IfThenElseZero(hn::Xor(hn::Eq(low, none), hn::Eq(high, none)), hn::Set(d, T(1)));
    }
};

template <class T> combine_call* logical(operation what)
{
    switch (what) {
    case operation::logical_and: return combine_all<both<T>, sizeof(T)>;
    case operation::logical_or: return combine_all<either<T>, sizeof(T)>;
    case operation::logical_xor: return combine_all<just_one<T>, sizeof(T)>;
    default: return nullptr;
    }
}

template <class T> combine_call* integer(operation what)
{
    using bits = std::make_unsigned_t<T>;
    switch (what) {
    case operation::sum: return combine_all<add<bits>, sizeof(T)>;
    case operation::product: return combine_all<multiply<bits>, sizeof(T)>;
    case operation::minimum: return combine_all<lesser<T>, sizeof(T)>;
    case operation::maximum: return combine_all<greater<T>, sizeof(T)>;
    default: return logical<bits>(what);
    }
}

} // namespace

combine_call* find_integer(operation what, element of)
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
    case element::boolean:
    case element::logical1: return logical<std::uint8_t>(what);
    case element::logical2: return logical<std::uint16_t>(what);
    case element::logical4: return logical<std::uint32_t>(what);
    case element::logical8: return logical<std::uint64_t>(what);
    default: return nullptr;
    }
}

} // namespace hocket::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hocket {
kernel_finder* integer_kernels(instructions set)
{
    return HOCKET_FINDER(set, find_integer);
}
} // namespace hocket
#endif

#endif
