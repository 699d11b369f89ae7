// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/cuda/kernel_names.hpp"

namespace hocket {

namespace {

const char* text_of(operation what)
{
    switch (what) {
    case operation::sum: return "sum";
    case operation::product: return "product";
    case operation::minimum: return "minimum";
    case operation::maximum: return "maximum";
    case operation::logical_and: return "logical_and";
    case operation::logical_or: return "logical_or";
    case operation::logical_xor: return "logical_xor";
    case operation::bit_and: return "bit_and";
    case operation::bit_or: return "bit_or";
    case operation::bit_xor: return "bit_xor";
    case operation::minloc: return "minloc";
    case operation::maxloc: return "maxloc";
    }
    return "";
}

const char* floating_or_pair(element of)
{
    switch (of) {
    case element::f16: return "f16";
    case element::bf16: return "bf16";
    case element::f32: return "f32";
    case element::f64: return "f64";
    case element::c32: return "c32";
    case element::c64: return "c64";
    case element::float_int: return "float_int";
    case element::double_int: return "double_int";
    case element::long_int: return sizeof(long) == 8 ? "long_int" : "int_int";
    case element::int_int: return "int_int";
    case element::short_int: return "short_int";
    case element::float_float: return "float_float";
    case element::double_double: return "double_double";
    default: return "";
    }
}

bool is_long_double(element of)
{
    return of == element::f80 || of == element::c80 || of == element::long_double_int;
}

// Only comparisons know signs.
std::string integer(operation what, element of, std::size_t bytes)
{
    auto bits = std::to_string(8 * bytes);
    if (what != operation::minimum && what != operation::maximum) return bits;
    return (of <= element::i64 ? "i" : "u") + bits;
}

} // namespace

std::string device_kernel_name(operation what, element of)
{
    auto* found = find_kernel(what, of);
    if (!found || is_long_double(of)) return {};
    std::string type = floating_or_pair(of);
    return std::string("hocket_") + text_of(what) + "_" + (type.empty() ? integer(what, of, found->size) : type);
}

} // namespace hocket
