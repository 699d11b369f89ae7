// SPDX-License-Identifier: BSD-3-Clause
// Sum and product of whole vectors, included anew for each instruction set.
#if defined(HOCKET_ARITHMETIC_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef HOCKET_ARITHMETIC_INL
#undef HOCKET_ARITHMETIC_INL
#else
#define HOCKET_ARITHMETIC_INL
#endif

#include "kernels/vectors.inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace hocket::HWY_NAMESPACE {
namespace {

template <class T> struct add {
    using lane = T;
    template <class D, class V> static HWY_INLINE V apply(D, V low, V high) { return hn::Add(low, high); }
};

template <class T> struct multiply {
    using lane = T;
    template <class D, class V> static HWY_INLINE V apply(D, V low, V high) { return hn::Mul(low, high); }
};

} // namespace
} // namespace hocket::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
