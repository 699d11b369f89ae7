// SPDX-License-Identifier: BSD-3-Clause
// What combines two operands of a reduction, element by element. Vector and scalar code leave the same bits:
//   floating sum, product   as IEEE 754 has it, each step rounded, nothing fused; of two NaNs either one is left
//   complex product         (ac - bd) + (ad + bc)i as written: infinities are not recovered as in Annex G of C
//   minimum, maximum        one of the operands unchanged; a NaN is never lost: low if low is one, else high if high
//                           is; of equal operands (zeros of two signs) high
//   minloc, maxloc          the whole pair of the better value, NaN as above; on equal values the lower index
//   logical                 0 or 1 of the type; all but zero is true, NaN too
//   f16, bf16               widened to float, rounded to nearest even after each operation
#pragma once
#include <cstddef>

namespace hocket {

enum class operation : unsigned char {
    sum,
    product,
    minimum,
    maximum,
    logical_and,
    logical_or,
    logical_xor,
    bit_and,
    bit_or,
    bit_xor,
    minloc,
    maxloc
};
constexpr int operations = int(operation::maxloc) + 1;

// f80 is the long double of C, c32 to c80 are complex numbers of two f32 to f80. Pairs travel packed: the value, then
// the index, without the gaps of a struct of C.
enum class element : unsigned char {
    i8,
    i16,
    i32,
    i64,
    u8,
    u16,
    u32,
    u64,
    f16,
    bf16,
    f32,
    f64,
    f80,
    c32,
    c64,
    c80,
    boolean,
    logical1,
    logical2,
    logical4,
    logical8,
    byte,
    float_int,
    double_int,
    long_int,
    int_int,
    short_int,
    long_double_int,
    float_float,
    double_double
};
constexpr int elements_known = int(element::double_double) + 1;

struct kernel {
    // out may be exactly low or exactly high, else they are apart; any alignment.
    void (*combine)(std::byte* out, const std::byte* low, const std::byte* high, std::size_t elements);
    std::size_t size; // bytes of an element as it travels
};

// Null where the operation is not defined on the type.
const kernel* find_kernel(operation what, element of);

} // namespace hocket
