// SPDX-License-Identifier: BSD-3-Clause
#include "drive/device_kernels.hpp"
#include "drive/user_data.hpp"
#include "kernels/cuda/kernel_names.hpp"
#include "kernels/cuda/kernel_source.hpp"
#include <array>

namespace hocket {

namespace {

using kernels_of_devices = std::array<std::array<device_kernel, elements_known>, operations>;

kernels_of_devices made_by_name()
{
    kernels_of_devices all;
    for (int what = 0; what < operations; ++what)
        for (int of = 0; of < elements_known; ++of)
            all[std::size_t(what)][std::size_t(of)] = {device_kernel_name(operation(what), element(of)),
                                                       device_kernel_text, compiled_device_kernels()};
    return all;
}

} // namespace

const device_kernel* device_kernel_of(operation what, element of)
{
    static const auto all = made_by_name();
    auto& found = all[std::size_t(what)][std::size_t(of)];
    return found.name.empty() ? nullptr : &found;
}

const device_kernel* device_kernel_of(const operator_use& use)
{
    if (!use.known || !use.of || !use.run || !is_contiguous(use.type)) return nullptr;
    return device_kernel_of(*use.known, *use.of);
}

} // namespace hocket
