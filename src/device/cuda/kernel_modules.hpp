// SPDX-License-Identifier: BSD-3-Clause
// Kernels as functions that can be launched, for each context that has asked for one: out of what was compiled when
// Hocket was built, else compiled here.
#pragma once
#include "device/cuda/cuda_api.hpp"
#include "device/work.hpp"
#include <map>
#include <mutex>
#include <set>

namespace hocket::cuda {

class kernel_modules {
public:
    struct found_kernel {
        void* function = nullptr;
        int processors = 1;
        const char* wrong = nullptr; // why there is none
    };

    kernel_modules(const api& with, const work_api& more) : cuda_(with), more_(more) {}
    kernel_modules(const kernel_modules&) = delete;
    kernel_modules& operator=(const kernel_modules&) = delete;

    // `in` is current. The answer stays where it is, and is the same each time.
    const found_kernel& find(context in, int device, const device_kernel& kernel);

private:
    found_kernel look(context in, int device, const device_kernel& kernel);
    found_kernel compile(const device_kernel& kernel, int device, found_kernel known);
    const char* keep(std::string text);

    const api& cuda_;
    const work_api& more_;
    std::mutex lock_;
    std::map<context, void*> ready_made_; // modules; null: none can be loaded there
    std::map<std::pair<context, std::string>, found_kernel> known_;
    std::set<std::string> texts_; // for the life of the process
};

} // namespace hocket::cuda
