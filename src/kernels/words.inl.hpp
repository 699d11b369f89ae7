// SPDX-License-Identifier: BSD-3-Clause
// Integers in two words that lie in two vectors, both of signed lanes; included anew for each instruction set.
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

} // namespace
} // namespace hocket::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
