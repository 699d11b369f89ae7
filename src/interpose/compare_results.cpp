// SPDX-License-Identifier: BSD-3-Clause
#include "interpose/compare_results.hpp"
#include <cmath>
#include <complex>
#include <cstring>
#include <limits>

namespace hocket {

namespace {

template <class T> T read(const std::byte* at, int i = 0)
{
    T value;
    std::memcpy(&value, at + std::size_t(i) * sizeof(T), sizeof(T));
    return value;
}

// Calls f with a number of the type of the floating-point numbers in an element. False: it has none.
template <class F> bool with_number(element of, F f)
{
    switch (of) {
    case element::f32:
    case element::c32:
    case element::float_int:
    case element::float_float: f(float()); return true;
    case element::f64:
    case element::c64:
    case element::double_int:
    case element::double_double: f(double()); return true;
    case element::f80:
    case element::c80:
    case element::long_double_int: f(static_cast<long double>(0)); return true;
    default: return false;
    }
}

// Likewise with the integer that may saturate.
template <class F> bool with_short_integer(element of, F f)
{
    switch (of) {
    case element::i8: f(std::int8_t()); return true;
    case element::u8: f(std::uint8_t()); return true;
    case element::i16: f(std::int16_t()); return true;
    case element::u16: f(std::uint16_t()); return true;
    default: return false;
    }
}

bool is_complex(element of)
{
    return of == element::c32 || of == element::c64 || of == element::c80;
}

int numbers_in(element of)
{
    return is_complex(of) ? 2 : 1;
}

template <class T> bool equal(T a, T b)
{
    return a == b || std::isnan(a) || std::isnan(b);
}

template <class T> bool near_sum(T a, T b, double magnitude, int ranks)
{
    if (!std::isfinite(a) || !std::isfinite(b)) return true;
    return std::abs(a - b) <= 2 * T(ranks - 1) * std::numeric_limits<T>::epsilon() * T(magnitude);
}

template <class T> bool near_product(std::complex<T> a, std::complex<T> b, int ranks)
{
    auto x = std::abs(a), y = std::abs(b);
    auto normal = [](T m) { return std::isfinite(m) && m >= std::numeric_limits<T>::min(); };
    if (!normal(x) || !normal(y)) return true;
    return std::abs(a - b) <= 8 * T(ranks - 1) * std::numeric_limits<T>::epsilon() * std::max(x, y);
}

bool may_overflow(element of, double magnitude)
{
    bool so = false;
    with_short_integer(of, [&]<class T>(T) { so = magnitude > std::numeric_limits<T>::max(); });
    return so;
}

// A pair's index; of equal values, that is.
bool same_index(const std::byte* a, const std::byte* b, std::size_t value, std::size_t whole)
{
    return std::memcmp(a + value, b + value, whole - value) == 0;
}

} // namespace

bool result_comparison::needs_magnitudes() const
{
    return use_.known == operation::sum && (!use_.exact || use_.library_saturates);
}

std::vector<double> result_comparison::magnitudes(const std::vector<std::byte>& operands) const
{
    std::vector<double> all;
    auto add = [&]<class T>(T) {
        for (std::size_t at = 0; at < operands.size(); at += sizeof(T))
            all.push_back(double(std::abs(read<T>(operands.data() + at))));
    };
    with_number(*use_.of, add) || with_short_integer(*use_.of, add);
    return all;
}

std::vector<std::byte> result_comparison::with_one_nan(std::vector<std::byte> all) const
{
    with_number(*use_.of, [&]<class T>(T) {
        for (std::size_t at = 0; at + use_.element <= all.size(); at += use_.element)
            for (int i = 0; i < numbers_in(*use_.of); ++i)
                if (std::isnan(read<T>(all.data() + at, i)))
                    std::memset(all.data() + at + std::size_t(i) * sizeof(T), 0xff, sizeof(T));
    });
    return all;
}

std::size_t result_comparison::first_difference(const std::vector<std::byte>& a, const std::vector<std::byte>& b,
                                                const std::vector<double>& sums) const
{
    auto n = a.size() / use_.element;
    for (std::size_t i = 0; i < n; ++i) {
        auto at = i * use_.element;
        auto* magnitude = sums.empty() ? nullptr : sums.data() + i * std::size_t(numbers_in(*use_.of));
        if (!same(a.data() + at, b.data() + at, magnitude)) return i;
    }
    return n;
}

bool result_comparison::same(const std::byte* a, const std::byte* b, const double* sums) const
{
    if (!use_.of || std::memcmp(a, b, use_.element) == 0) return std::memcmp(a, b, use_.element) == 0;
    if (use_.library_saturates) return may_overflow(*use_.of, *sums);
    bool so = false;
    bool floating = with_number(*use_.of, [&]<class T>(T) {
        T x = read<T>(a), y = read<T>(b);
        if (use_.known == operation::sum) {
            so = true;
            for (int i = 0; i < numbers_in(*use_.of); ++i)
                so &= near_sum(read<T>(a, i), read<T>(b, i), sums[i], ranks_);
        } else if (use_.known == operation::product && is_complex(*use_.of))
            so = near_product(std::complex<T>(x, read<T>(a, 1)), std::complex<T>(y, read<T>(b, 1)), ranks_);
        else if (use_.known == operation::product) so = near_product<T>(x, y, ranks_);
        else so = equal(x, y) && (x != y || use_.element == sizeof(T) || same_index(a, b, sizeof(T), use_.element));
    });
    return floating && so;
}

} // namespace hocket
