// SPDX-License-Identifier: BSD-3-Clause
// Which instruction sets Highway compiles for, to be included before hwy/foreach_target.h. Only its headers are used:
// its own choice at run time lives in a library that distributions ship shared only.
#pragma once
#include "kernels/parts.hpp"

#if defined(__x86_64__)
// Whatever the compiler is told to assume, the choice is made at run time.
#define HWY_BASELINE_TARGETS HWY_SSE4
#endif
#define HWY_DISABLED_TARGETS (~(HWY_SSE4 | HWY_AVX2 | HWY_AVX3 | HWY_NEON | HWY_SVE))
// Not needed, and some virtual machines hide them.
#define HWY_DISABLE_PCLMUL_AES

// The finder of that name compiled for an instruction set; null where there is none.
#define HOCKET_FINDER(set, name)                                                                                       \
    hocket::finder_for(set, {nullptr, HWY_CHOOSE_SSE4(name), HWY_CHOOSE_AVX2(name), HWY_CHOOSE_AVX3(name),             \
                             HWY_CHOOSE_NEON(name), HWY_CHOOSE_SVE(name)})

namespace hocket {

struct compiled_finders {
    kernel_finder* of[instruction_sets];
};
inline kernel_finder* finder_for(instructions set, const compiled_finders& all)
{
    return all.of[int(set)];
}

} // namespace hocket
