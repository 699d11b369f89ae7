// SPDX-License-Identifier: BSD-3-Clause
// Elements of several words that are taken apart to as many vectors, and integers in two of them, both of signed lanes;
// included anew for each instruction set.
#if defined(HOCKET_WORDS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef HOCKET_WORDS_INL
#undef HOCKET_WORDS_INL
#else
#define HOCKET_WORDS_INL
#endif

#include "kernels/vectors.inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace hocket::HWY_NAMESPACE {
namespace {

template <class V> HWY_INLINE auto less_unsigned(V a, V b)
{
    const hn::RebindToUnsigned<hn::DFromV<V>> bits;
    return hn::RebindMask(hn::DFromV<V>(), hn::Lt(hn::BitCast(bits, a), hn::BitCast(bits, b)));
}

template <class V> HWY_INLINE auto less(V a_upper, V a_lower, V b_upper, V b_lower)
{
    return hn::Or(hn::Lt(a_upper, b_upper), hn::And(hn::Eq(a_upper, b_upper), less_unsigned(a_lower, b_lower)));
}

template <class V, class Mask> HWY_INLINE auto less(V a_upper, V a_lower, V b_upper, V b_lower, Mask where_equal)
{
    const auto below = hn::Or(less_unsigned(a_lower, b_lower), hn::And(hn::Eq(a_lower, b_lower), where_equal));
    return hn::Or(hn::Lt(a_upper, b_upper), hn::And(hn::Eq(a_upper, b_upper), below));
}

// From byte `i` on, as far as whole groups of vectors go; where they end.
template <class Op, std::size_t words, class D>
HWY_INLINE std::size_t combine_groups_of(D d, std::byte* out, const std::byte* low, const std::byte* high,
                                         std::size_t i, std::size_t bytes)
{
    const std::size_t step = hn::Lanes(d) * words * sizeof(hn::TFromD<D>);
    for (; i + step <= bytes; i += step) Op::combine(d, out + i, low + i, high + i);
    return i;
}

// Few elements, and what is left of many, take the smallest vectors; where they end.
template <class Op, class Word, std::size_t words>
HWY_INLINE std::size_t combine_groups(std::byte* out, const std::byte* low, const std::byte* high, std::size_t i,
                                      std::size_t bytes)
{
    i = combine_groups_of<Op, words>(hn::ScalableTag<Word>(), out, low, high, i, bytes);
    return combine_groups_of<Op, words>(hn::CappedTag<Word, 16 / sizeof(Word)>(), out, low, high, i, bytes);
}

} // namespace
} // namespace hocket::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
