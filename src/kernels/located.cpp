// SPDX-License-Identifier: BSD-3-Clause
// minloc and maxloc of pairs whose value and index are equally wide: even lanes are values, odd lanes indices.
#include "kernels/compiled.hpp"
#if HOCKET_VECTORS
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/located.cpp"
#include <hwy/foreach_target.h>

#include "kernels/vectors.inl.hpp"
#include <type_traits>

HWY_BEFORE_NAMESPACE();
namespace hocket::HWY_NAMESPACE {
namespace {

template <class Value, class Index, bool least> struct located {
    using lane = Value;
    template <class D, class V> static HWY_INLINE V apply(D d, V low, V high)
    {
        const hn::Rebind<Index, D> index;
        const auto later = hn::Lt(hn::BitCast(index, high), hn::BitCast(index, low));
        const auto worse = hn::DupOdd(hn::VecFromMask(d, hn::RebindMask(d, later)));
        const auto tied = hn::And(hn::VecFromMask(d, hn::Eq(low, high)), hn::Not(worse));
        const auto keep = hn::Or(hn::VecFromMask(d, better(low, high)), tied);
        return hn::IfThenElse(hn::MaskFromVec(hn::DupEven(keep)), low, high);
    }
    template <class V> static HWY_INLINE auto better(V low, V high)
    {
        const auto first = least ? hn::Lt(low, high) : hn::Lt(high, low);
        if constexpr (std::is_floating_point_v<Value>) return hn::Or(first, hn::IsNaN(low));
        else return first;
    }
};

template <class Value, class Index> combine_call* pair(operation what)
{
    constexpr std::size_t size = sizeof(Value) + sizeof(Index);
    switch (what) {
    case operation::minloc: return combine_all<located<Value, Index, true>, size>;
    case operation::maxloc: return combine_all<located<Value, Index, false>, size>;
    default: return nullptr;
    }
}

} // namespace

combine_call* find_located(operation what, element of)
{
    switch (of) {
    case element::float_int: return pair<float, std::int32_t>(what);
    case element::int_int: return pair<std::int32_t, std::int32_t>(what);
    case element::float_float: return pair<float, float>(what);
    case element::double_double: return pair<double, double>(what);
    default: return nullptr;
    }
}

} // namespace hocket::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hocket {
kernel_finder* located_kernels(instructions set)
{
    return HOCKET_FINDER(set, find_located);
}
} // namespace hocket
#endif

#endif
