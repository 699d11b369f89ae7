// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/cuda/kernel_source.hpp"
#include "base/embedded.hpp"
#include "kernels/cuda/embedded_kernels.hpp"
#include "kernels/cuda/reduce_kernels.hpp"

namespace hocket {

namespace {

struct named_kernel {
    const char *name, *row;
};
#define HOCKET_ROW(name, ...) {"hocket_" #name, "KERNEL(" #name ", " #__VA_ARGS__ ")"},
constexpr named_kernel all_kernels[] = {HOCKET_KERNELS(HOCKET_ROW)};
#undef HOCKET_ROW

} // namespace

// In a definition, since commas are not for the command lines of these compilers.
std::string device_kernel_text(const std::string& name)
{
    for (auto& one : all_kernels)
        if (name == one.name)
            return std::string("#define HOCKET_KERNELS_WANTED(KERNEL) ") + one.row + "\n" + embedded_kernels[0].text;
    return {};
}

std::span<const unsigned char> compiled_device_kernels()
{
    return {hocket_kernel_image, hocket_kernel_image_size};
}

} // namespace hocket
