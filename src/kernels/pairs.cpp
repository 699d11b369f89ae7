// SPDX-License-Identifier: BSD-3-Clause
// minloc and maxloc: the pair of the better value, on equal values that of the lower index.
#include "kernels/parts.hpp"
#include "kernels/plain_loop.hpp"
#include <type_traits>

namespace hocket {
namespace {

// Without a branch: which pair wins cannot be foreseen. A NaN is neither equal nor less.
template <class Value, class Index, bool least> bool keeps_low(const std::byte* low, const std::byte* high)
{
    const auto a = read<Value>(low), b = read<Value>(high);
    const auto i = read<Index>(low + sizeof a), j = read<Index>(high + sizeof b);
    const int better = least ? a < b : b < a, tied = a == b, nan = a != a, earlier = i <= j;
    return better | nan | (tied & earlier);
}

// Word by word: of a pair as a whole a copy would be kept in memory.
template <std::size_t size> void copy_pair(std::byte* out, const std::byte* from)
{
    using half = std::conditional_t<size >= 4, std::uint32_t, std::uint16_t>;
    using word = std::conditional_t<size >= 8, std::uint64_t, half>;
    write(out, read<word>(from));
    if constexpr (size > sizeof(word)) copy_pair<size - sizeof(word)>(out + sizeof(word), from + sizeof(word));
}

template <class Value, class Index, bool least>
void combine_pairs(std::byte* out, const std::byte* low, const std::byte* high, std::size_t elements)
{
    constexpr std::size_t size = sizeof(Value) + sizeof(Index);
    // Chosen by arithmetic, since a compiler may make a branch of a condition.
    const auto a = reinterpret_cast<std::uintptr_t>(low), b = reinterpret_cast<std::uintptr_t>(high);
    for (std::size_t i = 0; i < elements * size; i += size) {
        const auto mask = -std::uintptr_t(keeps_low<Value, Index, least>(low + i, high + i));
        copy_pair<size>(out + i, reinterpret_cast<const std::byte*>(b + ((a - b) & mask)) + i);
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
