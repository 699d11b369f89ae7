// SPDX-License-Identifier: BSD-3-Clause
// The loop of every vector kernel, included anew for each instruction set. An Op names `lane`, the type of a lane, and
// has `apply(tag, low, high)` on whole vectors.
#if defined(HOCKET_VECTORS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef HOCKET_VECTORS_INL
#undef HOCKET_VECTORS_INL
#else
#define HOCKET_VECTORS_INL
#endif

#include "kernels/parts.hpp"
#include <cstdint>
#include <cstring>
#include <hwy/cache_control.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace hocket::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

template <class Op> using tag_of = hn::ScalableTag<typename Op::lane>;
template <class Op> HWY_INLINE const typename Op::lane* lanes(const std::byte* at)
{
    return reinterpret_cast<const typename Op::lane*>(at);
}
template <class Op> HWY_INLINE typename Op::lane* lanes(std::byte* at)
{
    return reinterpret_cast<typename Op::lane*>(at);
}
template <class Op> HWY_INLINE std::size_t vector_bytes()
{
    return hn::Lanes(tag_of<Op>()) * sizeof(typename Op::lane);
}

template <class Op> HWY_INLINE auto combined(const std::byte* low, const std::byte* high)
{
    const tag_of<Op> d;
    return Op::apply(d, hn::LoadU(d, lanes<Op>(low)), hn::LoadU(d, lanes<Op>(high)));
}

// Less than a vector.
template <class Op>
HWY_INLINE void combine_rest(std::byte* out, const std::byte* low, const std::byte* high, std::size_t bytes)
{
    const tag_of<Op> d;
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_SVE
    const auto some = hn::FirstN(d, bytes / sizeof(typename Op::lane));
    const auto a = hn::MaskedLoad(some, d, lanes<Op>(low)), b = hn::MaskedLoad(some, d, lanes<Op>(high));
    hn::BlendedStore(Op::apply(d, a, b), some, d, lanes<Op>(out));
#else
    alignas(64) std::byte a[HWY_MAX_BYTES] = {}, b[HWY_MAX_BYTES] = {};
    std::memcpy(a, low, bytes);
    std::memcpy(b, high, bytes);
    hn::StoreU(combined<Op>(a, b), d, lanes<Op>(a));
    std::memcpy(out, a, bytes);
#endif
}

template <class Op>
HWY_NOINLINE void combine_cached(std::byte* out, const std::byte* low, const std::byte* high, std::size_t bytes)
{
    const tag_of<Op> d;
    const std::size_t step = vector_bytes<Op>();
    std::size_t i = 0;
    for (; i + 4 * step <= bytes; i += 4 * step) {
        const auto first = combined<Op>(low + i, high + i);
        const auto second = combined<Op>(low + i + step, high + i + step);
        const auto third = combined<Op>(low + i + 2 * step, high + i + 2 * step);
        const auto fourth = combined<Op>(low + i + 3 * step, high + i + 3 * step);
        hn::StoreU(first, d, lanes<Op>(out + i));
        hn::StoreU(second, d, lanes<Op>(out + i + step));
        hn::StoreU(third, d, lanes<Op>(out + i + 2 * step));
        hn::StoreU(fourth, d, lanes<Op>(out + i + 3 * step));
    }
    for (; i + step <= bytes; i += step) hn::StoreU(combined<Op>(low + i, high + i), d, lanes<Op>(out + i));
    if (i < bytes) combine_rest<Op>(out + i, low + i, high + i, bytes - i);
}

// The result goes past the cache: it need not be read before it is written, and drives nothing out. `out` is aligned.
template <class Op>
HWY_NOINLINE void combine_streamed(std::byte* out, const std::byte* low, const std::byte* high, std::size_t bytes)
{
    const tag_of<Op> d;
    const std::size_t step = vector_bytes<Op>();
    std::size_t i = 0;
    for (; i + 2 * step <= bytes; i += 2 * step) {
        const auto first = combined<Op>(low + i, high + i);
        const auto second = combined<Op>(low + i + step, high + i + step);
        hn::Stream(first, d, lanes<Op>(out + i));
        hn::Stream(second, d, lanes<Op>(out + i + step));
    }
    hwy::FlushStream();
    combine_cached<Op>(out + i, low + i, high + i, bytes - i);
}

template <class Op, std::size_t size>
void combine_all(std::byte* out, const std::byte* low, const std::byte* high, std::size_t elements)
{
    std::size_t bytes = elements * size;
    const auto head = bytes_to_alignment(out, bytes);
    if (head && head % size == 0) {
        combine_cached<Op>(out, low, high, head);
        out += head, low += head, high += head, bytes -= head;
    }
    if (worth_streaming(out, low, high, bytes)) combine_streamed<Op>(out, low, high, bytes);
    else combine_cached<Op>(out, low, high, bytes);
}

} // namespace
} // namespace hocket::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
