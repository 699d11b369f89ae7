// SPDX-License-Identifier: BSD-3-Clause
// The long double of x87, where it is only compared: minimum and maximum, and minloc and maxloc of its pairs with int.
// A number is two lanes of 64 bits: its fraction, and a rest that ends with the sign and the exponent.
#include "kernels/compiled.hpp"
#if HOCKET_VECTORS
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/extended.cpp"
#include <hwy/foreach_target.h>

#include "kernels/odd_words.inl.hpp"
#include <cfloat>

HWY_BEFORE_NAMESPACE();
namespace hocket::HWY_NAMESPACE {

#if LDBL_MANT_DIG == 64 && (HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3)

namespace {

template <class V> struct order {
    V upper, lower;
};

// The integer that orders as the number does, both zeros the same.
template <class V> HWY_INLINE order<V> order_of(V fraction, V rest)
{
    const hn::DFromV<V> d;
    const auto size = hn::And(rest, hn::Set(d, 0x7fff));
    const auto zero = hn::Eq(hn::Or(size, fraction), hn::Zero(d));
    const auto negative = hn::IfThenZeroElse(zero, hn::BroadcastSignBit(hn::ShiftLeft<48>(rest)));
    return {hn::Xor(size, negative), hn::Xor(fraction, negative)};
}

template <class V> HWY_INLINE auto is_nan(V fraction, V rest)
{
    const hn::DFromV<V> d;
    const auto largest = hn::Set(d, 0x7fff);
    return hn::And(hn::Eq(hn::And(rest, largest), largest), hn::Ne(hn::ShiftLeft<1>(fraction), hn::Zero(d)));
}

// Where high is taken, if `better` is right for numbers.
template <class V, class Mask> HWY_INLINE auto unless_nan(V low0, V low1, V high0, V high1, Mask better)
{
    return hn::AndNot(is_nan(low0, low1), hn::Or(is_nan(high0, high1), better));
}

template <bool least> struct long_double_extreme {
    template <class D> static HWY_INLINE void combine(D d, std::byte* out, const std::byte* low, const std::byte* high)
    {
        using lane = hn::TFromD<D>;
        hn::Vec<D> a0, a1, b0, b1;
        hn::LoadInterleaved2(d, reinterpret_cast<const lane*>(low), a0, a1);
        hn::LoadInterleaved2(d, reinterpret_cast<const lane*>(high), b0, b1);
        const auto a = order_of(a0, a1), b = order_of(b0, b1);
        const auto keep = least ? less(a.upper, a.lower, b.upper, b.lower) : less(b.upper, b.lower, a.upper, a.lower);
        const auto take = unless_nan(a0, a1, b0, b1, hn::Not(keep));
        hn::StoreInterleaved2(hn::IfThenElse(take, b0, a0), hn::IfThenElse(take, b1, a1), d,
                              reinterpret_cast<lane*>(out));
    }
};

template <bool least> void extremes(std::byte* out, const std::byte* low, const std::byte* high, std::size_t elements)
{
    using lane = std::int64_t;
    constexpr std::size_t size = 2 * sizeof(lane);
    const auto i = combine_groups<long_double_extreme<least>, lane, 2>(out, low, high, 0, elements * size);
    constexpr auto what = least ? operation::minimum : operation::maximum;
    if (i < elements * size) plain_kernel(what, element::f80)(out + i, low + i, high + i, elements - i / size);
}

// The words of a pair: two of the fraction, two of the rest, the index. The second vector has the index above what
// counts of the rest.
template <bool least> struct long_double_then_int {
    static constexpr std::size_t pair = 5, first[] = {0, 1}, second[] = {2, 4};
    template <class V> static HWY_INLINE auto takes_high(V a0, V a1, V b0, V b1)
    {
        const hn::DFromV<V> d;
        const auto a = order_of(a0, a1), b = order_of(b0, b1);
        const auto index = hn::Set(d, ~std::int64_t(0xffffffff));
        const auto earlier = hn::Lt(hn::And(b1, index), hn::And(a1, index));
        const auto better = least ? less(b.upper, b.lower, a.upper, a.lower, earlier)
                                  : less(a.upper, a.lower, b.upper, b.lower, earlier);
        return unless_nan(a0, a1, b0, b1, better);
    }
};

template <bool least> void long_double_pairs(std::byte* out, const std::byte* low, const std::byte* high, std::size_t n)
{
    using op = long_double_then_int<least>;
    constexpr std::size_t size = op::pair * sizeof(std::uint32_t);
    constexpr auto what = least ? operation::minloc : operation::maxloc;
    const auto i = combine_steps<op>(out, low, high, n * size);
    if (i < n * size) pair_kernel(what, element::long_double_int)(out + i, low + i, high + i, n - i / size);
}

} // namespace

combine_call* find_extended(operation what, element of)
{
    if (of == element::f80 && what == operation::minimum) return extremes<true>;
    if (of == element::f80 && what == operation::maximum) return extremes<false>;
    if (of == element::long_double_int && what == operation::minloc) return long_double_pairs<true>;
    if (of == element::long_double_int && what == operation::maxloc) return long_double_pairs<false>;
    return nullptr;
}

#else

combine_call* find_extended(operation, element)
{
    return nullptr;
}

#endif

} // namespace hocket::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hocket {
kernel_finder* extended_kernels(instructions set)
{
    return HOCKET_FINDER(set, find_extended);
}
} // namespace hocket
#endif

#endif
