// SPDX-License-Identifier: BSD-3-Clause
// 16-bit floating point: sum and product in float, minimum and maximum on the bits.
#include "kernels/compiled.hpp"
#if HOCKET_VECTORS
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/halves.cpp"
#include <hwy/foreach_target.h>

#include "kernels/arithmetic.inl.hpp"
#include "kernels/half_formats.inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace hocket::HWY_NAMESPACE {
namespace {

template <class Format, class Op> struct widened {
    using lane = std::uint16_t;
    template <class D, class V> static HWY_INLINE V apply(D d, V low, V high)
    {
        return Format::template widened<Op>(d, low, high);
    }
};

// Sign and magnitude become an integer that orders as the number does, both zeros as 0.
template <class D, class V> HWY_INLINE auto order_of(D d, V bits)
{
    const hn::RebindToSigned<D> order;
    const auto magnitude = hn::BitCast(order, hn::And(bits, hn::Set(d, std::uint16_t(0x7fff))));
    const auto sign = hn::ShiftRight<15>(hn::BitCast(order, bits));
    return hn::Sub(hn::Xor(magnitude, sign), sign);
}

// Above infinity there are NaNs only.
template <class D, class V> HWY_INLINE auto is_nan(D d, V bits, std::uint16_t infinity)
{
    const hn::RebindToSigned<D> order;
    const auto magnitude = hn::BitCast(order, hn::And(bits, hn::Set(d, std::uint16_t(0x7fff))));
    return hn::Gt(magnitude, hn::Set(order, std::int16_t(infinity)));
}

template <class Format, bool least> struct extreme {
    using lane = std::uint16_t;
    template <class D, class V> static HWY_INLINE V apply(D d, V low, V high)
    {
        const auto a = order_of(d, low), b = order_of(d, high);
        const auto better = least ? hn::Lt(a, b) : hn::Lt(b, a);
        const auto ordered = hn::AndNot(is_nan(d, high, Format::infinity), better);
        const auto keep = hn::Or(ordered, is_nan(d, low, Format::infinity));
        return hn::IfThenElse(hn::RebindMask(d, keep), low, high);
    }
};

template <class Format> combine_call* half(operation what)
{
    switch (what) {
    case operation::sum: return combine_all<widened<Format, add<float>>, 2>;
    case operation::product: return combine_all<widened<Format, multiply<float>>, 2>;
    case operation::minimum: return combine_all<extreme<Format, true>, 2>;
    case operation::maximum: return combine_all<extreme<Format, false>, 2>;
    default: return nullptr;
    }
}

} // namespace

combine_call* find_half(operation what, element of)
{
    switch (of) {
    case element::f16: return half<binary16>(what);
    case element::bf16: return half<brain16>(what);
    default: return nullptr;
    }
}

} // namespace hocket::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hocket {
kernel_finder* half_kernels(instructions set)
{
    return HOCKET_FINDER(set, find_half);
}
} // namespace hocket
#endif

#endif
