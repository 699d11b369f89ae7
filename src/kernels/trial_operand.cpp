// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/trial_operand.hpp"
#include <cstdint>
#include <cstring>

namespace hocket {

namespace {

// Bits of splitmix64, which differ for every rank and element.
class trial_bits {
public:
    trial_bits(int rank, std::size_t i) : state_(std::uint64_t(rank) << 40 ^ i) {}
    std::uint64_t next()
    {
        auto x = state_ += 0x9e3779b97f4a7c15;
        x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
        x = (x ^ x >> 27) * 0x94d049bb133111eb;
        return x ^ x >> 31;
    }

private:
    std::uint64_t state_;
};

template <class T> std::byte* put(std::byte* at, T value)
{
    std::memcpy(at, &value, sizeof value);
    return at + sizeof value;
}

// Sums of up to 2^20 ranks and products of any are exact in a float: powers of two, of which few ranks bring one.
template <class T> T trial_number(operation what, int rank, trial_bits& from)
{
    constexpr int ranks_with_factors = 32;
    auto bits = from.next();
    if (what != operation::sum && what != operation::product) return T(bits % 256);
    return T(what == operation::product && rank >= ranks_with_factors ? 1 : 1 << bits % 4);
}

// Only two ranks bring more than a real factor: no sum of two products is a zero whose sign depends on their order.
template <class T> std::byte* put_complex(std::byte* at, operation what, int rank, trial_bits& from)
{
    at = put(at, trial_number<T>(what, rank, from));
    bool is_real = what == operation::product && rank > 1;
    return put(at, is_real ? T(0) : trial_number<T>(what, rank, from));
}

// Few values, so that indices decide.
template <class Value, class Index> std::byte* put_pair(std::byte* at, trial_bits& from)
{
    at = put(at, Value(from.next() % 8));
    return put(at, Index(from.next() % 10'000));
}

bool is_logical(operation what)
{
    return what == operation::logical_and || what == operation::logical_or || what == operation::logical_xor;
}

// Results of many ranks are neither all ones nor all zeros; products are of odd numbers.
std::byte trial_byte(operation what, bool first, trial_bits& from)
{
    auto bits = from.next();
    auto all = std::byte(bits) | std::byte(bits >> 8) | std::byte(bits >> 16) | std::byte(bits >> 24);
    auto none = std::byte(bits) & std::byte(bits >> 8) & std::byte(bits >> 16) & std::byte(bits >> 24);
    switch (what) {
    case operation::bit_and: return all;
    case operation::bit_or: return none;
    case operation::product: return first ? std::byte(bits | 1) : std::byte(bits);
    case operation::logical_and: return first && bits % 16 > 0 ? std::byte(1) : std::byte(0);
    case operation::logical_or: return first && bits % 16 == 0 ? std::byte(1) : std::byte(0);
    case operation::logical_xor: return first && bits % 2 > 0 ? std::byte(1) : std::byte(0);
    default: return std::byte(bits);
    }
}

std::byte* put_bytes(std::byte* at, operation what, std::size_t size, trial_bits& from)
{
    for (std::size_t i = 0; i < size; ++i) at[i] = trial_byte(what, i == 0, from);
    return at + size;
}

std::byte* put_element(std::byte* at, operation what, element of, int rank, trial_bits& from)
{
    if (is_logical(what)) return put_bytes(at, what, find_kernel(what, of)->size, from);
    switch (of) {
    case element::f32: return put(at, trial_number<float>(what, rank, from));
    case element::f64: return put(at, trial_number<double>(what, rank, from));
    case element::c32: return put_complex<float>(at, what, rank, from);
    case element::c64: return put_complex<double>(at, what, rank, from);
    case element::float_int: return put_pair<float, int>(at, from);
    case element::double_int: return put_pair<double, int>(at, from);
    case element::long_int: return put_pair<long, int>(at, from);
    case element::int_int: return put_pair<int, int>(at, from);
    case element::short_int: return put_pair<short, int>(at, from);
    case element::float_float: return put_pair<float, float>(at, from);
    case element::double_double: return put_pair<double, double>(at, from);
    default: return put_bytes(at, what, find_kernel(what, of)->size, from);
    }
}

} // namespace

void fill_trial_operand(operation what, element of, int rank, std::size_t elements, std::byte* out)
{
    for (std::size_t i = 0; i < elements; ++i) {
        trial_bits from(rank, i);
        out = put_element(out, what, of, rank, from);
    }
}

} // namespace hocket
