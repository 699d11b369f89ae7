// SPDX-License-Identifier: BSD-3-Clause
#include "device/cuda/run_time_compiler.hpp"
#include "device/cuda/symbol.hpp"
#include <algorithm>
#include <cstdlib>
#include <dlfcn.h>
#include <vector>

namespace hocket::cuda {

namespace {

constexpr int oldest = 12; // that knows the text of the kernels

// Of each version, one that the program has loaded, or the loader finds, comes first; then where CUDA is installed.
std::vector<std::string> places(int newest)
{
    const char* home = std::getenv("CUDA_HOME");
    std::vector<std::string> folders{"", "/usr/local/cuda/lib64/"}, all;
    if (home && *home) folders.insert(folders.begin() + 1, std::string(home) + "/lib64/");
    for (int version = newest; version >= oldest; --version)
        for (auto& folder : folders) all.push_back(folder + "libnvrtc.so." + std::to_string(version));
    return all;
}

} // namespace

run_time_compiler::run_time_compiler(int driver) : driver_(driver)
{
    for (auto& place : places(driver)) {
        void* library = dlopen(place.c_str(), RTLD_NOW | RTLD_LOCAL);
        works_ = library && load(library);
        if (works_) return;
        if (library) dlclose(library);
    }
}

bool run_time_compiler::load(void* library)
{
    return find_symbol(library, "nvrtcCreateProgram", create_) &&
           find_symbol(library, "nvrtcCompileProgram", compile_) && find_symbol(library, "nvrtcGetCUBINSize", size_) &&
           find_symbol(library, "nvrtcGetCUBIN", get_) && find_symbol(library, "nvrtcGetProgramLogSize", log_size_) &&
           find_symbol(library, "nvrtcGetProgramLog", get_log_) &&
           find_symbol(library, "nvrtcDestroyProgram", destroy_);
}

hocket::result<std::string> run_time_compiler::compile(const std::string& text, int architecture) const
{
    if (!works_)
        return mistake{"Hocket was built without nvcc, and there is no libnvrtc here to compile kernels with, from "
                       "version " +
                       std::to_string(oldest) + " to the driver's, " + std::to_string(driver_)};
    void* program = nullptr;
    if (create_(&program, text.c_str(), "reduce_kernels.hpp", 0, nullptr, nullptr) != 0)
        return mistake{"NVRTC makes no program"};
    hocket::result<std::string> made = mistake{};
    if (compile(program, architecture)) made = image_of(program);
    else made = mistake{"NVRTC: " + log_of(program)};
    destroy_(&program);
    return made;
}

// A fused multiplication would leave other bits than the host.
bool run_time_compiler::compile(void* program, int architecture) const
{
    auto of = "--gpu-architecture=sm_" + std::to_string(architecture);
    const char* options[] = {of.c_str(), "--fmad=false", "--std=c++20"};
    return compile_(program, 3, options) == 0;
}

hocket::result<std::string> run_time_compiler::image_of(void* program) const
{
    std::size_t n = 0;
    if (size_(program, &n) != 0 || n == 0) return mistake{"NVRTC leaves no image"};
    std::string image(n, '\0');
    if (get_(program, image.data()) != 0) return mistake{"NVRTC leaves no image"};
    return image;
}

// Its first line.
std::string run_time_compiler::log_of(void* program) const
{
    std::size_t n = 0;
    if (log_size_(program, &n) != 0 || n < 2) return "an error that it says nothing of";
    std::string log(n, '\0');
    if (get_log_(program, log.data()) != 0) return "an error that it says nothing of";
    return log.substr(0, std::min(log.find('\n'), log.find('\0')));
}

} // namespace hocket::cuda
