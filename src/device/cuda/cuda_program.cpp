// SPDX-License-Identifier: BSD-3-Clause
#include "device/cuda/cuda_program.hpp"
#include "device/cuda/cuda_context.hpp"
#include "device/cuda/symbol.hpp"

namespace hocket {

namespace {

// What only a program calls that is at home on a device.
struct program_api {
    int (*Init)(unsigned) = nullptr;
    int (*DeviceGetCount)(int*) = nullptr;
    int (*DeviceGetName)(char*, int, int device) = nullptr;
    int (*CtxSetCurrent)(cuda::context) = nullptr;
    int (*Memcpy)(cuda::address, cuda::address, std::size_t) = nullptr;

    bool load(void* library)
    {
        return cuda::find_symbol(library, "cuInit", Init) &&
               cuda::find_symbol(library, "cuDeviceGetCount", DeviceGetCount) &&
               cuda::find_symbol(library, "cuDeviceGetName", DeviceGetName) &&
               cuda::find_symbol(library, "cuCtxSetCurrent", CtxSetCurrent) &&
               cuda::find_symbol(library, "cuMemcpy", Memcpy);
    }
};

class cuda_program final : public device_program {
public:
    bool load(void* library) { return all_.load(library) && work_.load(library) && more_.load(library); }

    // Empty: it has one.
    std::string take_device(int nth)
    {
        int n = 0, code = more_.Init(0);
        if (code == cuda::success) code = more_.DeviceGetCount(&n);
        if (code == cuda::success && n == 0) return "the driver of CUDA knows no device";
        cuda::context context = nullptr;
        device_ = n > 0 ? nth % n : 0;
        if (code == cuda::success) code = all_.DevicePrimaryCtxRetain(&context, device_);
        if (code == cuda::success) code = more_.CtxSetCurrent(context);
        return code == cuda::success ? "" : std::string("the driver of CUDA does not start: ") + all_.text(code);
    }

    std::byte* allocate(std::size_t n) override
    {
        cuda::address at = 0;
        bool got = work_.MemAlloc(&at, n) == cuda::success;
        return got ? reinterpret_cast<std::byte*>(std::uintptr_t(at)) : nullptr;
    }
    void release(std::byte* at) override { work_.MemFree(cuda::as_address(at)); }
    bool copy(std::byte* to, const std::byte* from, std::size_t n) override
    {
        return more_.Memcpy(cuda::as_address(to), cuda::as_address(from), n) == cuda::success;
    }
    std::string name() const override
    {
        char text[256] = {};
        return more_.DeviceGetName(text, int(sizeof text), device_) == cuda::success ? text : "unknown";
    }

private:
    cuda::api all_;
    cuda::work_api work_;
    program_api more_;
    int device_ = 0;
};

} // namespace

result<std::unique_ptr<device_program>> start_cuda_program(int nth)
{
    void* library = dlopen("libcuda.so.1", RTLD_NOW);
    if (!library) return mistake{"there is no libcuda.so.1 on this machine, the driver of CUDA devices"};
    auto made = std::make_unique<cuda_program>();
    if (!made->load(library)) return mistake{"the driver of CUDA devices on this machine is too old"};
    auto wrong = made->take_device(nth);
    if (!wrong.empty()) return mistake{wrong};
    return std::unique_ptr<device_program>(std::move(made));
}

} // namespace hocket
