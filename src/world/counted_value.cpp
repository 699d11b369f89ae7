// SPDX-License-Identifier: BSD-3-Clause
#include "world/counted_value.hpp"
#include <cstring>

namespace hocket {
namespace {

constexpr std::uint16_t wrong = 0xFFFF;

std::uint32_t mark_of(int rank, std::size_t element)
{
    auto x = std::uint64_t(rank) * 0x9E3779B97F4A7C15u ^ (std::uint64_t(element) + 1) * 0xC2B2AE3D27D4EB4Fu;
    x ^= x >> 29;
    x *= 0xBF58476D1CE4E5B9u;
    return std::uint32_t(x >> 32);
}

counted_value joined(const counted_value& low, const counted_value& high)
{
    bool fits = low.first != wrong && high.first != wrong && low.last + 1 == high.first;
    return {fits ? low.first : wrong, high.last, low.mark + high.mark, low.sum + high.sum};
}

counted_value added(const counted_value& low, const counted_value& high)
{
    return {std::uint16_t(low.first + high.first), 0, low.mark + high.mark, low.sum + high.sum};
}

template <counted_value (*both)(const counted_value&, const counted_value&)>
void apply(const reduction&, bytes out, cbytes low, cbytes high)
{
    for (std::size_t at = 0; at < out.size(); at += sizeof(counted_value)) {
        counted_value a, b;
        std::memcpy(&a, low.data() + at, sizeof a);
        std::memcpy(&b, high.data() + at, sizeof b);
        a = both(a, b);
        std::memcpy(out.data() + at, &a, sizeof a);
    }
}

} // namespace

counted_value counted_value::of(int rank, std::size_t element, bool in_order)
{
    auto mark = mark_of(rank, element);
    double sum = 1.0 / (1 + mark % 1000); // whose sums depend on their order
    if (in_order) return {std::uint16_t(rank), std::uint16_t(rank), mark, sum};
    return {1, 0, mark, sum};
}

void counted_value::add(int rank, std::size_t element, bool in_order)
{
    auto one = of(rank, element, in_order);
    *this = in_order ? joined(*this, one) : added(*this, one);
}

const reduction& counting(bool in_order)
{
    static const reduction ordered{apply<joined>, sizeof(counted_value), false};
    static const reduction any{apply<added>, sizeof(counted_value), true};
    return in_order ? ordered : any;
}

} // namespace hocket
