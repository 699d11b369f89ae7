// SPDX-License-Identifier: BSD-3-Clause
// The two 16-bit formats widened to float and rounded back, included anew for each instruction set. A lane of 32 bits
// holds two numbers, an even one below an odd one: where a shift or a mask widens them, nothing need change its place.
#if defined(HOCKET_HALF_FORMATS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef HOCKET_HALF_FORMATS_INL
#undef HOCKET_HALF_FORMATS_INL
#else
#define HOCKET_HALF_FORMATS_INL
#endif

#include "kernels/vectors.inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace hocket::HWY_NAMESPACE {
namespace {

struct brain16 {
    static constexpr std::uint16_t infinity = 0x7f80;

    template <class Op, class D, class V> static HWY_INLINE V widened(D d, V low, V high)
    {
        const hn::RepartitionToWide<D> bits;
        const hn::RebindToFloat<decltype(bits)> real;
        const auto a = hn::BitCast(bits, low), b = hn::BitCast(bits, high);
        const auto upper = hn::Set(bits, 0xffff0000u);
        const auto even =
            Op::apply(real, hn::BitCast(real, hn::ShiftLeft<16>(a)), hn::BitCast(real, hn::ShiftLeft<16>(b)));
        const auto odd = Op::apply(real, hn::BitCast(real, hn::And(a, upper)), hn::BitCast(real, hn::And(b, upper)));
        return hn::OddEven(hn::BitCast(d, rounded(bits, odd)), hn::BitCast(d, hn::ShiftRight<16>(rounded(bits, even))));
    }

    // The number in the upper half. Half of the last place is added, less one unless that place is odd: ties go to
    // even. The lower half of a NaN is zero, as of all that was widened, so it stays one.
    template <class Bits, class Real> static HWY_INLINE auto rounded(Bits d, Real number)
    {
        const auto bits = hn::BitCast(d, number);
        const auto odd = hn::TestBit(bits, hn::Set(d, 0x10000u));
        return hn::Add(bits, hn::IfThenElse(odd, hn::Set(d, 0x8000u), hn::Set(d, 0x7fffu)));
    }
};

#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3

struct binary16 {
    static constexpr std::uint16_t infinity = 0x7c00;

    template <class Op, class D, class V> static HWY_INLINE V widened(D d, V low, V high)
    {
        const hn::Rebind<hwy::float16_t, D> whole;
        const hn::Half<decltype(whole)> part;
        const hn::RepartitionToWide<D> bits;
        const hn::RebindToFloat<decltype(bits)> real;
        const auto a = hn::BitCast(whole, low), b = hn::BitCast(whole, high);
        const auto lower =
            Op::apply(real, hn::PromoteTo(real, hn::LowerHalf(part, a)), hn::PromoteTo(real, hn::LowerHalf(part, b)));
        const auto upper =
            Op::apply(real, hn::PromoteTo(real, hn::UpperHalf(part, a)), hn::PromoteTo(real, hn::UpperHalf(part, b)));
        return hn::BitCast(d, hn::Combine(whole, hn::DemoteTo(part, upper), hn::DemoteTo(part, lower)));
    }
};

#else

// In integers, exact as the instructions of other processors are; Highway's own emulation does not round.
struct binary16 {
    static constexpr std::uint16_t infinity = 0x7c00;

    template <class Op, class D, class V> static HWY_INLINE V widened(D d, V low, V high)
    {
        const hn::RepartitionToWide<D> bits;
        const hn::RebindToFloat<decltype(bits)> real;
        const auto a = hn::BitCast(bits, low), b = hn::BitCast(bits, high);
        const auto lower = hn::Set(bits, 0xffffu);
        const auto even = Op::apply(real, number(bits, hn::And(a, lower)), number(bits, hn::And(b, lower)));
        const auto odd = Op::apply(real, number(bits, hn::ShiftRight<16>(a)), number(bits, hn::ShiftRight<16>(b)));
        return hn::BitCast(d, hn::Or(rounded(bits, even), hn::ShiftLeft<16>(rounded(bits, odd))));
    }

    // From the lower half. A subnormal gets the exponent of the least normal number, which is then taken away again.
    template <class D, class V> static HWY_INLINE auto number(D d, V half)
    {
        const hn::RebindToFloat<D> real;
        const auto magnitude = hn::ShiftLeft<13>(hn::And(half, hn::Set(d, 0x7fffu)));
        const auto sign = hn::ShiftLeft<16>(hn::And(half, hn::Set(d, 0x8000u)));
        const auto exponent = hn::And(magnitude, hn::Set(d, 0x0f800000u));
        const auto normal = hn::Add(magnitude, hn::Set(d, 112u << 23));
        const auto special = hn::Or(magnitude, hn::Set(d, 0x7f800000u));
        const auto least = hn::BitCast(real, hn::Set(d, 113u << 23));
        const auto shifted = hn::BitCast(real, hn::Add(magnitude, hn::Set(d, 113u << 23)));
        const auto subnormal = hn::BitCast(d, hn::Sub(shifted, least));
        const auto finite = hn::IfThenElse(hn::Eq(exponent, hn::Zero(d)), subnormal, normal);
        const auto all = hn::IfThenElse(hn::Eq(exponent, hn::Set(d, 0x0f800000u)), special, finite);
        return hn::BitCast(real, hn::Or(sign, all));
    }

    // In the lower half.
    template <class D, class Real> static HWY_INLINE auto rounded(D d, Real value)
    {
        const hn::RebindToSigned<D> order;
        const auto all = hn::BitCast(d, value);
        const auto bits = hn::And(all, hn::Set(d, 0x7fffffffu));
        const auto sign = hn::ShiftRight<16>(hn::And(all, hn::Set(d, 0x80000000u)));
        const auto size = hn::BitCast(order, bits);
        const auto tiny = hn::Lt(size, hn::Set(order, 113 << 23));
        const auto huge = hn::Gt(size, hn::Set(order, (143 << 23) - 1));
        const auto finite = hn::IfThenElse(hn::RebindMask(d, tiny), subnormal(d, bits), normal(d, bits));
        return hn::Or(sign, hn::IfThenElse(hn::RebindMask(d, huge), special(d, bits), finite));
    }
    // Half of the last place less one, and one if that place is odd; what carries over may become infinity.
    template <class D, class V> static HWY_INLINE auto normal(D d, V bits)
    {
        const auto odd = hn::And(hn::ShiftRight<13>(bits), hn::Set(d, 1u));
        return hn::ShiftRight<13>(hn::Add(hn::Sub(bits, hn::Set(d, (112u << 23) - 0xfffu)), odd));
    }
    // An addition that puts the last place of a subnormal at the end of a float rounds it.
    template <class D, class V> static HWY_INLINE auto subnormal(D d, V bits)
    {
        const hn::RebindToFloat<D> real;
        const auto aligned = hn::Set(d, 126u << 23);
        return hn::Sub(hn::BitCast(d, hn::Add(hn::BitCast(real, bits), hn::BitCast(real, aligned))), aligned);
    }
    // Infinity, or a quiet NaN with the upper bits of its payload.
    template <class D, class V> static HWY_INLINE auto special(D d, V bits)
    {
        const hn::RebindToSigned<D> order;
        const auto nan = hn::Gt(hn::BitCast(order, bits), hn::Set(order, 0x7f800000));
        const auto quiet = hn::Or(hn::Set(d, 0x7e00u), hn::And(hn::ShiftRight<13>(bits), hn::Set(d, 0x3ffu)));
        return hn::IfThenElse(hn::RebindMask(d, nan), quiet, hn::Set(d, 0x7c00u));
    }
};

#endif

} // namespace
} // namespace hocket::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
