// SPDX-License-Identifier: BSD-3-Clause
// minloc and maxloc of pairs in which one part is twice as wide as the other: three words a pair. Wide values become
// lanes where words can be looked up. Else all is taken apart to vectors of first, second and third words: the halves
// of a wide part lie in two of them, so it is compared as an integer.
#include "kernels/compiled.hpp"
#if HOCKET_VECTORS
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/triples.cpp"
#include <hwy/foreach_target.h>

#include "kernels/odd_words.inl.hpp"
#include <type_traits>

HWY_BEFORE_NAMESPACE();
namespace hocket::HWY_NAMESPACE {
namespace {

template <class V> HWY_INLINE V magnitude(V upper)
{
    return hn::And(upper, hn::Set(hn::DFromV<V>(), 0x7fffffff));
}

// Above infinity, to which one is added if the lower word is not zero.
template <class V> HWY_INLINE auto is_nan(V upper, V lower)
{
    const hn::DFromV<V> d;
    const hn::RebindToUnsigned<decltype(d)> bits;
    const auto more = hn::BitCast(d, hn::Min(hn::BitCast(bits, lower), hn::Set(bits, 1u)));
    return hn::Gt(hn::Add(magnitude(upper), more), hn::Set(d, 0x7ff00000));
}

// A double becomes the integer that orders as it does, both zeros the same.
template <class V> HWY_INLINE void to_order(V& upper, V& lower)
{
    const auto size = magnitude(upper);
    const auto zero = hn::Eq(hn::Or(size, lower), hn::Zero(hn::DFromV<V>()));
    const auto negative = hn::IfThenZeroElse(zero, hn::ShiftRight<31>(upper));
    upper = hn::Xor(size, negative);
    lower = hn::Xor(lower, negative);
}

// Lanes of two words of the value, and of the index, which compares as it does if it fills both halves.
template <class Value, bool least> struct wide_value {
    static constexpr std::size_t pair = 3, first[] = {0, 1}, second[] = {2, 2};
    template <class V> static HWY_INLINE auto takes_high(V a0, V a1, V b0, V b1)
    {
        const hn::DFromV<V> lanes;
        const hn::Rebind<Value, decltype(lanes)> d;
        const auto a = hn::BitCast(d, a0), b = hn::BitCast(d, b0);
        const auto tied = hn::AndNot(hn::RebindMask(d, hn::Lt(b1, a1)), hn::Eq(a, b));
        const auto keep = hn::Or(least ? hn::Lt(a, b) : hn::Lt(b, a), tied);
        if constexpr (!std::is_floating_point_v<Value>) return hn::Not(keep);
        else return hn::RebindMask(lanes, hn::Not(hn::Or(keep, hn::IsNaN(a))));
    }
};

// Where the pair of high is taken: its value is better, or as good at a lower index.
template <bool least> struct long_then_int {
    using word = std::int32_t;
    using lanes = wide_value<std::int64_t, least>;
    static constexpr auto of = element::long_int;
    static constexpr auto what = least ? operation::minloc : operation::maxloc;
    template <class V> static HWY_INLINE auto takes_high(V a0, V a1, V a2, V b0, V b1, V b2)
    {
        const auto earlier = hn::Lt(b2, a2);
        return least ? less(b1, b0, a1, a0, earlier) : less(a1, a0, b1, b0, earlier);
    }
};

template <bool least> struct double_then_int {
    using word = std::int32_t;
    using lanes = wide_value<double, least>;
    static constexpr auto of = element::double_int;
    static constexpr auto what = least ? operation::minloc : operation::maxloc;
    template <class V> static HWY_INLINE auto takes_high(V a0, V a1, V a2, V b0, V b1, V b2)
    {
        const auto low_is_nan = is_nan(a1, a0), high_is_nan = is_nan(b1, b0);
        to_order(a1, a0);
        to_order(b1, b0);
        const auto take = long_then_int<least>::takes_high(a0, a1, a2, b0, b1, b2);
        return hn::AndNot(low_is_nan, hn::Or(high_is_nan, take));
    }
};

template <bool least> struct short_then_int {
    using word = std::int16_t;
    static constexpr auto of = element::short_int;
    static constexpr auto what = least ? operation::minloc : operation::maxloc;
    template <class V> static HWY_INLINE auto takes_high(V a0, V a1, V a2, V b0, V b1, V b2)
    {
        const auto none = hn::MaskFromVec(hn::Zero(hn::DFromV<V>()));
        const auto earlier = less(b2, b1, a2, a1, none);
        const auto better = least ? hn::Lt(b0, a0) : hn::Lt(a0, b0);
        return hn::Or(better, hn::And(hn::Eq(a0, b0), earlier));
    }
};

template <class Op> struct triple_vector {
    template <class D> static HWY_INLINE void combine(D d, std::byte* out, const std::byte* low, const std::byte* high)
    {
        using word = hn::TFromD<D>;
        hn::Vec<D> a0, a1, a2, b0, b1, b2;
        hn::LoadInterleaved3(d, reinterpret_cast<const word*>(low), a0, a1, a2);
        hn::LoadInterleaved3(d, reinterpret_cast<const word*>(high), b0, b1, b2);
        const auto take = Op::takes_high(a0, a1, a2, b0, b1, b2);
        hn::StoreInterleaved3(hn::IfThenElse(take, b0, a0), hn::IfThenElse(take, b1, a1), hn::IfThenElse(take, b2, a2),
                              d, reinterpret_cast<word*>(out));
    }
};

template <class Op> void combine_triples(std::byte* out, const std::byte* low, const std::byte* high, std::size_t n)
{
    using word = typename Op::word;
    constexpr std::size_t size = 3 * sizeof(word);
    std::size_t i = 0;
    if constexpr (sizeof(word) == 4) i = combine_steps<typename Op::lanes>(out, low, high, n * size);
    i = combine_groups<triple_vector<Op>, word, 3>(out, low, high, i, n * size);
    if (i < n * size) pair_kernel(Op::what, Op::of)(out + i, low + i, high + i, n - i / size);
}

template <template <bool> class Op> combine_call* triple(operation what)
{
    switch (what) {
    case operation::minloc: return combine_triples<Op<true>>;
    case operation::maxloc: return combine_triples<Op<false>>;
    default: return nullptr;
    }
}

} // namespace

combine_call* find_triple(operation what, element of)
{
    switch (of) {
    case element::double_int: return triple<double_then_int>(what);
    case element::long_int: return sizeof(long) == 8 ? triple<long_then_int>(what) : nullptr;
    case element::short_int: return triple<short_then_int>(what);
    default: return nullptr;
    }
}

} // namespace hocket::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hocket {
kernel_finder* triple_kernels(instructions set)
{
    return HOCKET_FINDER(set, find_triple);
}
} // namespace hocket
#endif

#endif
