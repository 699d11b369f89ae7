// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/parts.hpp"
#include <fstream>
#include <string>
#if defined(__x86_64__)
#include <cpuid.h>
#elif defined(__aarch64__)
#include <sys/auxv.h>
#endif

namespace hocket {
namespace {

#if defined(__x86_64__)

bool has_half_conversion()
{
    unsigned a, b, c = 0, d;
    return __get_cpuid(1, &a, &b, &c, &d) && (c & bit_F16C);
}

// As Highway compiles: each target may use all that its attribute names, so all of it must be there.
bool has_sse4()
{
    return __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("ssse3");
}
bool has_avx2()
{
    return has_sse4() && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma") && has_half_conversion();
}
bool has_avx512()
{
    return has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw");
}
bool has_neon()
{
    return false;
}
bool has_sve()
{
    return false;
}

#else

bool has_sse4()
{
    return false;
}
bool has_avx2()
{
    return false;
}
bool has_avx512()
{
    return false;
}
#if defined(__aarch64__)
// Highway's NEON includes the AES instructions.
bool has_neon()
{
    return (getauxval(AT_HWCAP) & HWCAP_ASIMD) && (getauxval(AT_HWCAP) & HWCAP_AES);
}
bool has_sve()
{
    return getauxval(AT_HWCAP) & HWCAP_SVE;
}
#else
bool has_neon()
{
    return false;
}
bool has_sve()
{
    return false;
}
#endif

#endif

} // namespace

bool here(instructions set)
{
    switch (set) {
    case instructions::plain: return true;
    case instructions::sse4: return has_sse4();
    case instructions::avx2: return has_avx2();
    case instructions::avx512: return has_avx512();
    case instructions::neon: return has_neon();
    case instructions::sve: return has_sve();
    }
    return false;
}

// From the kernel, which knows who shares a cache; the C library adds up all caches of some processors.
std::size_t cache_bytes()
{
    static const std::size_t known = [] {
        for (int index = 3; index > 1; --index) {
            std::ifstream file("/sys/devices/system/cpu/cpu0/cache/index" + std::to_string(index) + "/size");
            std::size_t kilobytes = 0;
            if (file >> kilobytes) return kilobytes << 10;
        }
        return std::size_t(32) << 20;
    }();
    return known;
}

} // namespace hocket
