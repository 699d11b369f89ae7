// SPDX-License-Identifier: BSD-3-Clause
// NVRTC, where the loader finds it or CUDA is installed; declared here, so that no build needs CUDA. A driver takes no
// image of a newer CUDA than its own.
#pragma once
#include "base/result.hpp"
#include <cstddef>

namespace hocket::cuda {

class run_time_compiler {
public:
    // The newest that a driver of CUDA `driver` takes.
    explicit run_time_compiler(int driver);
    run_time_compiler(const run_time_compiler&) = delete;
    run_time_compiler& operator=(const run_time_compiler&) = delete;

    // What cuModuleLoadData takes, for one architecture: 90 of compute capability 9.0.
    hocket::result<std::string> compile(const std::string& text, int architecture) const;

private:
    bool load(void* library);
    bool compile(void* program, int architecture) const;
    hocket::result<std::string> image_of(void* program) const;
    std::string log_of(void* program) const;

    int driver_;
    bool works_ = false;
    int (*create_)(void** program, const char* text, const char* name, int, const char* const*,
                   const char* const*) = nullptr;
    int (*compile_)(void* program, int n, const char* const* options) = nullptr;
    int (*size_)(void* program, std::size_t*) = nullptr;
    int (*get_)(void* program, char*) = nullptr;
    int (*log_size_)(void* program, std::size_t*) = nullptr;
    int (*get_log_)(void* program, char*) = nullptr;
    int (*destroy_)(void** program) = nullptr;
};

} // namespace hocket::cuda
