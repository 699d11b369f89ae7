// SPDX-License-Identifier: BSD-3-Clause
#include "device/cuda/kernel_modules.hpp"
#include "device/cuda/run_time_compiler.hpp"

namespace hocket::cuda {

const kernel_modules::found_kernel& kernel_modules::find(context in, int device, const device_kernel& kernel)
{
    std::lock_guard held(lock_);
    auto key = std::pair(in, kernel.name);
    auto at = known_.find(key);
    if (at == known_.end()) at = known_.emplace(key, look(in, device, kernel)).first;
    return at->second;
}

kernel_modules::found_kernel kernel_modules::look(context in, int device, const device_kernel& kernel)
{
    found_kernel made;
    int code = more_.DeviceGetAttribute(&made.processors, multiprocessors, device);
    if (code != success) return made.wrong = cuda_.text(code), made;
    if (!kernel.compiled.empty()) {
        auto [ready, is_new] = ready_made_.try_emplace(in, nullptr);
        if (is_new && more_.ModuleLoadData(&ready->second, kernel.compiled.data()) != success) ready->second = nullptr;
        auto* module = ready->second;
        if (module && more_.ModuleGetFunction(&made.function, module, kernel.name.c_str()) == success) return made;
    }
    return compile(kernel, device, made);
}

kernel_modules::found_kernel kernel_modules::compile(const device_kernel& kernel, int device, found_kernel known)
{
    int major = 0, minor = 0;
    more_.DeviceGetAttribute(&major, capability_major, device);
    more_.DeviceGetAttribute(&minor, capability_minor, device);
    auto image = run_time_compiler::here().compile(kernel.text_of(kernel.name), 10 * major + minor);
    if (!image) return known.wrong = keep(image.error().what), known;
    void* module = nullptr;
    int code = more_.ModuleLoadData(&module, image->data());
    if (code == success) code = more_.ModuleGetFunction(&known.function, module, kernel.name.c_str());
    if (code != success) known.wrong = cuda_.text(code);
    return known;
}

const char* kernel_modules::keep(std::string text)
{
    return texts_.insert(std::move(text)).first->c_str();
}

} // namespace hocket::cuda
