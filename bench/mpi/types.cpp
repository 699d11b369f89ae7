// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/types.hpp"

namespace hocket {

std::vector<named_type> all_types()
{
    using enum element;
    std::vector<named_type> all{{"char", MPI_CHAR, i8},
                                {"signed char", MPI_SIGNED_CHAR, i8},
                                {"short", MPI_SHORT, i16},
                                {"int", MPI_INT, i32},
                                {"long", MPI_LONG, i64},
                                {"unsigned char", MPI_UNSIGNED_CHAR, u8},
                                {"unsigned short", MPI_UNSIGNED_SHORT, u16},
                                {"unsigned", MPI_UNSIGNED, u32},
                                {"unsigned long", MPI_UNSIGNED_LONG, u64},
                                {"float", MPI_FLOAT, f32},
                                {"double", MPI_DOUBLE, f64},
                                {"long double", MPI_LONG_DOUBLE, f80},
                                {"float complex", MPI_C_FLOAT_COMPLEX, c32},
                                {"double complex", MPI_C_DOUBLE_COMPLEX, c64},
                                {"long double complex", MPI_C_LONG_DOUBLE_COMPLEX, c80},
                                {"bool", MPI_CXX_BOOL, boolean},
                                {"_Bool", MPI_C_BOOL, boolean},
                                {"LOGICAL", MPI_LOGICAL, logical4},
                                {"INTEGER", MPI_INTEGER, i32},
                                {"REAL", MPI_REAL, f32},
                                {"COMPLEX", MPI_COMPLEX, c32},
                                {"CHARACTER", MPI_CHARACTER, i8},
                                {"byte", MPI_BYTE, byte},
                                {"float, int", MPI_FLOAT_INT, float_int},
                                {"double, int", MPI_DOUBLE_INT, double_int},
                                {"long, int", MPI_LONG_INT, long_int},
                                {"int, int", MPI_2INT, int_int},
                                {"short, int", MPI_SHORT_INT, short_int},
                                {"long double, int", MPI_LONG_DOUBLE_INT, long_double_int},
                                {"2 REAL", MPI_2REAL, float_float},
                                {"2 DOUBLE", MPI_2DOUBLE_PRECISION, double_double}};
#if defined(MPIX_BFLOAT16)
    all.push_back({"_Float16", MPIX_C_FLOAT16, f16});
    all.push_back({"bfloat16", MPIX_BFLOAT16, bf16});
#endif
    return all;
}

std::vector<named_operator> all_operators()
{
    return {{"sum", MPI_SUM, operation::sum},           {"prod", MPI_PROD, operation::product},
            {"min", MPI_MIN, operation::minimum},       {"max", MPI_MAX, operation::maximum},
            {"land", MPI_LAND, operation::logical_and}, {"lor", MPI_LOR, operation::logical_or},
            {"lxor", MPI_LXOR, operation::logical_xor}, {"band", MPI_BAND, operation::bit_and},
            {"bor", MPI_BOR, operation::bit_or},        {"bxor", MPI_BXOR, operation::bit_xor},
            {"minloc", MPI_MINLOC, operation::minloc},  {"maxloc", MPI_MAXLOC, operation::maxloc}};
}

} // namespace hocket
