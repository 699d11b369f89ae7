// SPDX-License-Identifier: BSD-3-Clause
// A CUDA device by its driver's interface, whichever libcuda.so.1 the loader finds. Errors end the program.
#pragma once
#include "kernels/cuda/reduce_kernels.hpp"
#include <cstddef>
#include <string>

namespace hocket {

class device {
public:
    // The image: what nvcc or NVRTC has made of the kernels, "-" for none, which only the test double takes.
    explicit device(const std::string& image);
    std::string name() const;
    bool is_double() const { return is_double_; }

    std::byte* allocate(std::size_t n) const;
    void release(std::byte* at) const;
    // Complete at the return.
    void copy(std::byte* to, const std::byte* from, std::size_t n) const;
    // The rest goes on; wait() ends it.
    void start_copy(std::byte* to, const std::byte* from, std::size_t n) const;
    void start_kernel(const std::string& name, const device_code::outputs& out, const device_code::inputs& in,
                      std::size_t n) const;
    // By then a launch that says when it is over has said so.
    void wait() const;

private:
    template <class... Arguments> void call(const char* name, Arguments... with) const;
    void load(const std::string& image);

    void *library_ = nullptr, *module_ = nullptr;
    unsigned* word_ = nullptr; // of host memory, where launches of one block say that they are over
    mutable unsigned launches_ = 0;
    mutable bool says_end_ = false; // the last one
    bool is_double_ = false;
    int processors_ = 1;
};

} // namespace hocket
