// SPDX-License-Identifier: BSD-3-Clause
// float and double, and complex numbers of both.
#include "kernels/compiled.hpp"
#if HOCKET_VECTORS
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/floats.cpp"
#include <hwy/foreach_target.h>

#include "kernels/arithmetic.inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace hocket::HWY_NAMESPACE {
namespace {

// What the Min of a processor leaves of a NaN or of two zeros differs; that of x86 is low < high ? low : high.
template <class T> struct smaller {
    using lane = T;
    template <class D, class V> static HWY_INLINE V apply(D, V low, V high)
    {
#if HWY_ARCH_X86
        return hn::IfThenElse(hn::IsNaN(low), low, hn::Min(low, high));
#else
        return hn::IfThenElse(hn::Or(hn::Lt(low, high), hn::IsNaN(low)), low, high);
#endif
    }
};

template <class T> struct larger {
    using lane = T;
    template <class D, class V> static HWY_INLINE V apply(D, V low, V high)
    {
#if HWY_ARCH_X86
        return hn::IfThenElse(hn::IsNaN(low), low, hn::Max(low, high));
#else
        return hn::IfThenElse(hn::Or(hn::Lt(high, low), hn::IsNaN(low)), low, high);
#endif
    }
};

// Even lanes are the real parts. (a + bi)(c + di): a(c, d) beside b(d, c), which is taken from the real part.
template <class T> struct multiply_complex {
    using lane = T;
    template <class D, class V> static HWY_INLINE V apply(D d, V low, V high)
    {
        const auto first = hn::Mul(hn::DupEven(low), high);
        const auto second = hn::Mul(hn::DupOdd(low), hn::Reverse2(d, high));
        return hn::OddEven(hn::Add(first, second), hn::Sub(first, second));
    }
};

template <class T> combine_call* real(operation what)
{
    switch (what) {
    case operation::sum: return combine_all<add<T>, sizeof(T)>;
    case operation::product: return combine_all<multiply<T>, sizeof(T)>;
    case operation::minimum: return combine_all<smaller<T>, sizeof(T)>;
    case operation::maximum: return combine_all<larger<T>, sizeof(T)>;
    default: return nullptr;
    }
}

template <class T> combine_call* complex(operation what)
{
    switch (what) {
    case operation::sum: return combine_all<add<T>, 2 * sizeof(T)>;
    case operation::product: return combine_all<multiply_complex<T>, 2 * sizeof(T)>;
    default: return nullptr;
    }
}

} // namespace

combine_call* find_float(operation what, element of)
{
    switch (of) {
    case element::f32: return real<float>(what);
    case element::f64: return real<double>(what);
    case element::c32: return complex<float>(what);
    case element::c64: return complex<double>(what);
    default: return nullptr;
    }
}

} // namespace hocket::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hocket {
kernel_finder* float_kernels(instructions set)
{
    return HOCKET_FINDER(set, find_float);
}
} // namespace hocket
#endif

#endif
