// SPDX-License-Identifier: BSD-3-Clause
// minloc and maxloc: the pair of the better value, on equal values that of the lower index.
#include "kernels/parts.hpp"
#include "kernels/plain_loop.hpp"
#include <cmath>
#include <type_traits>

namespace hocket {
namespace {

// Without a branch but for NaN: which pair wins cannot be foreseen.
template <class Value, class Index, bool least> bool keeps_low(const std::byte* low, const std::byte* high)
{
    const auto a = read<Value>(low), b = read<Value>(high);
    if constexpr (std::is_floating_point_v<Value>)
        if (std::isunordered(a, b)) return a != a;
    const int earlier = read<Index>(low + sizeof a) <= read<Index>(high + sizeof b);
    const int better = least ? a < b : b < a, worse = least ? b < a : a < b;
    return better | (earlier & ~worse);
}

template <std::size_t size> struct packed {
    std::byte bytes[size];
};

template <class Value, class Index, bool least>
void combine_pairs(std::byte* out, const std::byte* low, const std::byte* high, std::size_t elements)
{
    constexpr std::size_t size = sizeof(Value) + sizeof(Index);
    for (std::size_t i = 0; i < elements * size; i += size) {
        const auto* from = keeps_low<Value, Index, least>(low + i, high + i) ? low + i : high + i;
        write(out + i, read<packed<size>>(from));
    }
}

template <class Value, class Index> combine_call* located(operation what)
{
    switch (what) {
    case operation::minloc: return combine_pairs<Value, Index, true>;
    case operation::maxloc: return combine_pairs<Value, Index, false>;
    default: return nullptr;
    }
}

} // namespace

combine_call* pair_kernel(operation what, element of)
{
    switch (of) {
    case element::float_int: return located<float, int>(what);
    case element::double_int: return located<double, int>(what);
    case element::long_int: return located<long, int>(what);
    case element::int_int: return located<int, int>(what);
    case element::short_int: return located<short, int>(what);
    case element::long_double_int: return located<long double, int>(what);
    case element::float_float: return located<float, float>(what);
    case element::double_double: return located<double, double>(what);
    default: return nullptr;
    }
}

} // namespace hocket
