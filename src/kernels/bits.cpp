// SPDX-License-Identifier: BSD-3-Clause
// Bitwise operations: the width of an element does not matter, all is bytes.
#include "kernels/compiled.hpp"
#if HOCKET_VECTORS
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/bits.cpp"
#include <hwy/foreach_target.h>

#include "kernels/vectors.inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace hocket::HWY_NAMESPACE {
namespace {

struct all_set {
    using lane = std::uint8_t;
    template <class D, class V> static HWY_INLINE V apply(D, V low, V high) { return hn::And(low, high); }
};

struct any_set {
    using lane = std::uint8_t;
    template <class D, class V> static HWY_INLINE V apply(D, V low, V high) { return hn::Or(low, high); }
};

struct odd_set {
    using lane = std::uint8_t;
    template <class D, class V> static HWY_INLINE V apply(D, V low, V high) { return hn::Xor(low, high); }
};

template <std::size_t size> combine_call* bitwise(operation what)
{
    switch (what) {
    case operation::bit_and: return combine_all<all_set, size>;
    case operation::bit_or: return combine_all<any_set, size>;
    case operation::bit_xor: return combine_all<odd_set, size>;
    default: return nullptr;
    }
}

} // namespace

combine_call* find_bitwise(operation what, element of)
{
    switch (of) {
    case element::i8:
    case element::u8:
    case element::byte: return bitwise<1>(what);
    case element::i16:
    case element::u16: return bitwise<2>(what);
    case element::i32:
    case element::u32: return bitwise<4>(what);
    case element::i64:
    case element::u64: return bitwise<8>(what);
    default: return nullptr;
    }
}

} // namespace hocket::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hocket {
kernel_finder* bit_kernels(instructions set)
{
    return HOCKET_FINDER(set, find_bitwise);
}
} // namespace hocket
#endif

#endif
