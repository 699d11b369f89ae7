// SPDX-License-Identifier: BSD-3-Clause
#include "device/cuda/kernel_modules.hpp"

namespace hocket::cuda {

kernel_modules::found_kernel kernel_modules::find(const memory_place& near, const device_kernel& kernel)
{
    std::lock_guard held(lock_);
    auto& in = contexts_[near.context_id];
    auto at = in.known.find(kernel.name);
    if (at != in.known.end()) return at->second;
    auto made = look(in, near.device, kernel);
    if (made.is_final) in.known.emplace(kernel.name, made);
    return made;
}

// Memory comes and goes.
kernel_modules::found_kernel kernel_modules::failed(found_kernel known, int code) const
{
    known.wrong = cuda_.text(code);
    known.is_final = code != out_of_memory;
    return known;
}

kernel_modules::found_kernel kernel_modules::look(in_context& in, int device, const device_kernel& kernel)
{
    found_kernel made;
    int code = more_.DeviceGetAttribute(&made.processors, multiprocessors, device);
    if (code != success) return failed(made, code);
    if (!kernel.compiled.empty() && has_ready_made(in, kernel, made)) return made;
    return made.wrong ? made : compile(kernel, device, made);
}

// False: there is none, or, where `made` says so, for now.
bool kernel_modules::has_ready_made(in_context& in, const device_kernel& kernel, found_kernel& made)
{
    if (!in.ready_made) {
        void* module = nullptr;
        int code = more_.ModuleLoadData(&module, kernel.compiled.data());
        if (code == out_of_memory) return made = failed(made, code), false;
        in.ready_made = code == success ? module : nullptr;
    }
    return *in.ready_made && more_.ModuleGetFunction(&made.function, *in.ready_made, kernel.name.c_str()) == success;
}

kernel_modules::found_kernel kernel_modules::compile(const device_kernel& kernel, int device, found_kernel known)
{
    int major = 0, minor = 0, driver = 0;
    more_.DeviceGetAttribute(&major, capability_major, device);
    more_.DeviceGetAttribute(&minor, capability_minor, device);
    more_.DriverGetVersion(&driver);
    if (!compiler_) compiler_.emplace(driver / 1000);
    auto image = compiler_->compile(kernel.text_of(kernel.name), 10 * major + minor);
    if (!image) return known.wrong = keep(image.error().what), known;
    void* module = nullptr;
    int code = more_.ModuleLoadData(&module, image->data());
    if (code == success) code = more_.ModuleGetFunction(&known.function, module, kernel.name.c_str());
    return code == success ? known : failed(known, code);
}

const char* kernel_modules::keep(std::string text)
{
    return texts_.insert(std::move(text)).first->c_str();
}

} // namespace hocket::cuda
