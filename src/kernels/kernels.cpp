// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/kernels.hpp"
#include "kernels/parts.hpp"
#include <array>

namespace hocket {
namespace {

std::size_t size_of(element of)
{
    switch (of) {
    case element::i8:
    case element::u8:
    case element::boolean:
    case element::logical1:
    case element::byte: return 1;
    case element::i16:
    case element::u16:
    case element::f16:
    case element::bf16:
    case element::logical2: return 2;
    case element::i32:
    case element::u32:
    case element::f32:
    case element::logical4: return 4;
    case element::i64:
    case element::u64:
    case element::f64:
    case element::c32:
    case element::logical8: return 8;
    case element::c64: return 16;
    case element::f80: return sizeof(long double);
    case element::c80: return 2 * sizeof(long double);
    case element::float_int:
    case element::int_int:
    case element::float_float: return 8;
    case element::double_int: return 12;
    case element::long_int: return sizeof(long) + 4;
    case element::short_int: return 6;
    case element::long_double_int: return sizeof(long double) + 4;
    case element::double_double: return 16;
    }
    return 0;
}

combine_call* best_call(operation what, element of, [[maybe_unused]] instructions set)
{
#if HOCKET_VECTORS
    for (auto* part :
         {integer_kernels, bit_kernels, float_kernels, half_kernels, located_kernels, triple_kernels, extended_kernels})
        if (auto* find = part(set))
            if (auto* call = find(what, of)) return call;
#endif
    if (auto* call = plain_kernel(what, of)) return call;
    return pair_kernel(what, of);
}

class kernel_table {
public:
    explicit kernel_table(instructions set)
    {
        for (int what = 0; what < operations; ++what)
            for (int of = 0; of < elements_known; ++of)
                rows_[std::size_t(what)][std::size_t(of)] = {best_call(operation(what), element(of), set),
                                                             size_of(element(of))};
    }
    const kernel* find(operation what, element of) const
    {
        const auto& row = rows_[std::size_t(what)][std::size_t(of)];
        return row.combine ? &row : nullptr;
    }

private:
    std::array<std::array<kernel, elements_known>, operations> rows_;
};

instructions best_here()
{
    for (auto set :
         {instructions::avx512, instructions::avx2, instructions::sse4, instructions::sve, instructions::neon})
        if (here(set)) return set;
    return instructions::plain;
}

} // namespace

const kernel* find_kernel(operation what, element of)
{
    static const kernel_table best(best_here());
    return best.find(what, of);
}

const kernel* find_kernel(operation what, element of, instructions set)
{
    using enum instructions;
    static const std::array<kernel_table, instruction_sets> tables{kernel_table(plain), kernel_table(sse4),
                                                                   kernel_table(avx2),  kernel_table(avx512),
                                                                   kernel_table(neon),  kernel_table(sve)};
    return tables[std::size_t(set)].find(what, of);
}

} // namespace hocket
