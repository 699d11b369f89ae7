// SPDX-License-Identifier: BSD-3-Clause
#include "device/cuda/cuda_api.hpp"
#include "device/cuda/symbol.hpp"

namespace hocket::cuda {

// By the names that cuda.h gives the versions which it declares.
bool api::load(void* library)
{
    find_symbol(library, "cuCtxGetId", CtxGetId);
    find_symbol(library, "cuStreamIsCapturing", StreamIsCapturing);
    return find_symbol(library, "cuPointerGetAttributes", PointerGetAttributes) &&
           find_symbol(library, "cuCtxPushCurrent_v2", CtxPushCurrent) &&
           find_symbol(library, "cuCtxPopCurrent_v2", CtxPopCurrent) &&
           find_symbol(library, "cuDevicePrimaryCtxRetain", DevicePrimaryCtxRetain) &&
           find_symbol(library, "cuDevicePrimaryCtxRelease_v2", DevicePrimaryCtxRelease) &&
           find_symbol(library, "cuMemcpyAsync", MemcpyAsync) &&
           find_symbol(library, "cuMemcpy2DAsync_v2", Memcpy2DAsync) &&
           find_symbol(library, "cuStreamSynchronize", StreamSynchronize) &&
           find_symbol(library, "cuMemHostRegister_v2", MemHostRegister) &&
           find_symbol(library, "cuMemHostUnregister", MemHostUnregister) &&
           find_symbol(library, "cuGetErrorName", GetErrorName);
}

std::uint64_t api::id_of(context one) const
{
    unsigned long long id = 0;
    return CtxGetId && one && CtxGetId(one, &id) == success ? id : 0;
}

const char* api::text(int code) const
{
    const char* name = nullptr;
    return GetErrorName(code, &name) == success && name ? name : "an unknown error of the CUDA driver";
}

// One that knows parts of a device says which of them it is.
bool work_api::load(void* library)
{
    return find_symbol(library, "cuDriverGetVersion", DriverGetVersion) &&
           (find_symbol(library, "cuDeviceGetUuid_v2", DeviceGetUuid) ||
            find_symbol(library, "cuDeviceGetUuid", DeviceGetUuid)) &&
           find_symbol(library, "cuDeviceGetAttribute", DeviceGetAttribute) &&
           find_symbol(library, "cuIpcGetMemHandle", IpcGetMemHandle) &&
           find_symbol(library, "cuIpcOpenMemHandle_v2", IpcOpenMemHandle) &&
           find_symbol(library, "cuIpcCloseMemHandle", IpcCloseMemHandle) &&
           find_symbol(library, "cuMemAlloc_v2", MemAlloc) && find_symbol(library, "cuMemFree_v2", MemFree) &&
           find_symbol(library, "cuMemHostAlloc", MemHostAlloc) &&
           find_symbol(library, "cuModuleLoadData", ModuleLoadData) &&
           find_symbol(library, "cuModuleGetFunction", ModuleGetFunction) &&
           find_symbol(library, "cuLaunchKernel", LaunchKernel);
}

} // namespace hocket::cuda
