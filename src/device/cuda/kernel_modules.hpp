// SPDX-License-Identifier: BSD-3-Clause
// Kernels as functions that can be launched, for each context that has asked for one: out of what was compiled when
// Hocket was built, else compiled here.
#pragma once
#include "device/cuda/cuda_api.hpp"
#include "device/cuda/run_time_compiler.hpp"
#include "device/work.hpp"
#include <map>
#include <mutex>
#include <optional>
#include <set>

namespace hocket::cuda {

class kernel_modules {
public:
    struct found_kernel {
        void* function = nullptr;
        int processors = 1;
        const char* wrong = nullptr; // why there is none
        bool is_final = true;        // false: the next one who asks may have more luck
    };

    kernel_modules(const api& with, const work_api& more) : cuda_(with), more_(more) {}
    kernel_modules(const kernel_modules&) = delete;
    kernel_modules& operator=(const kernel_modules&) = delete;

    // The context of `near` is current.
    found_kernel find(const memory_place& near, const device_kernel& kernel);

private:
    // What is known of a context, by its number: after a reset another one lies at its address.
    struct in_context {
        std::optional<void*> ready_made; // a module; null: none can be loaded there
        std::map<std::string, found_kernel> known;
    };
    found_kernel look(in_context& in, int device, const device_kernel& kernel);
    bool has_ready_made(in_context& in, const device_kernel& kernel, found_kernel& made);
    found_kernel compile(const device_kernel& kernel, int device, found_kernel known);
    found_kernel failed(found_kernel known, int code) const;
    const char* keep(std::string text);

    const api& cuda_;
    const work_api& more_;
    std::mutex lock_;
    std::map<std::uint64_t, in_context> contexts_;
    std::optional<run_time_compiler> compiler_;
    std::set<std::string> texts_; // for the life of the process
};

} // namespace hocket::cuda
