// SPDX-License-Identifier: BSD-3-Clause
// The few functions of the CUDA driver's interface that Hocket calls, declared here so that no build needs CUDA.
// tests/unit/device compares them with cuda.h where that is found.
#pragma once
#include <cstddef>
#include <cstdint>

namespace hocket::cuda {

using address = unsigned long long; // CUdeviceptr
using context = void*;              // CUcontext
using stream = void*;               // CUstream

enum result : int {
    success = 0,
    invalid_value = 1,
    out_of_memory = 2,
    not_initialized = 3,
    deinitialized = 4,
    stub_library = 34,
    invalid_context = 201,
    context_is_destroyed = 709,
    capture_unsupported = 900
};
// CUpointer_attribute
enum attribute : int {
    context_of = 1,
    memory_type = 2,
    buffer_id = 7,
    is_managed = 8,
    device_ordinal = 9,
    can_be_lent = 10, // by cuIpcGetMemHandle
    range_start = 11,
    range_size = 12
};
// CUdevice_attribute
enum device_attribute : int { multiprocessors = 16, capability_major = 75, capability_minor = 76 };
enum memory_type_value : unsigned { type_unknown = 0, type_host = 1, type_device = 2, type_unified = 4 };
constexpr unsigned host_register_portable = 1;
constexpr unsigned enable_peer_access_later = 1; // of cuIpcOpenMemHandle
// CU_STREAM_LEGACY: the default stream of programs that ask for no other.
inline stream legacy_stream()
{
    return reinterpret_cast<stream>(std::uintptr_t(1));
}
// CU_STREAM_PER_THREAD: of each thread in each context, after what the program has put on the default stream.
inline stream stream_of_thread()
{
    return reinterpret_cast<stream>(std::uintptr_t(2));
}

// CUDA_MEMCPY2D
struct copy_2d {
    std::size_t from_x = 0, from_y = 0;
    unsigned from_type = type_unified;
    const void* from_host = nullptr;
    address from = 0;
    void* from_array = nullptr;
    std::size_t from_pitch = 0;
    std::size_t to_x = 0, to_y = 0;
    unsigned to_type = type_unified;
    void* to_host = nullptr;
    address to = 0;
    void* to_array = nullptr;
    std::size_t to_pitch = 0;
    std::size_t width = 0, height = 0;
};

struct api {
    int (*PointerGetAttributes)(unsigned n, int* which, void** values, address of) = nullptr;
    int (*CtxPushCurrent)(context) = nullptr;
    int (*CtxPopCurrent)(context*) = nullptr;
    int (*DevicePrimaryCtxRetain)(context*, int device) = nullptr;
    int (*DevicePrimaryCtxRelease)(int device) = nullptr;
    int (*MemcpyAsync)(address to, address from, std::size_t n, stream) = nullptr;
    int (*Memcpy2DAsync)(const copy_2d*, stream) = nullptr;
    int (*StreamSynchronize)(stream) = nullptr;
    int (*MemHostRegister)(void* at, std::size_t n, unsigned flags) = nullptr;
    int (*MemHostUnregister)(void* at) = nullptr;
    int (*GetErrorName)(int, const char**) = nullptr;
    int (*CtxGetId)(context, unsigned long long*) = nullptr; // null: before CUDA 12.0
    int (*StreamIsCapturing)(stream, int* status) = nullptr; // null: before CUDA 10.0; status 0: it is not

    // False: one is missing that has to be there.
    bool load(void* library);
    // Of one that may have gone; 0: it has, or the driver numbers none.
    std::uint64_t id_of(context one) const;
    const char* text(int code) const;
};

// CUuuid and CUipcMemHandle
struct uuid {
    char bytes[16];
};
struct memory_handle {
    char bytes[64];
};

// What kernels and memory of other processes take besides.
struct work_api {
    int (*DriverGetVersion)(int* version) = nullptr;
    int (*DeviceGetUuid)(uuid*, int device) = nullptr;
    int (*DeviceGetAttribute)(int* value, int which, int device) = nullptr;
    int (*IpcGetMemHandle)(memory_handle*, address) = nullptr;
    int (*IpcOpenMemHandle)(address*, memory_handle, unsigned flags) = nullptr;
    int (*IpcCloseMemHandle)(address) = nullptr;
    int (*MemAlloc)(address*, std::size_t n) = nullptr;
    int (*MemFree)(address) = nullptr;
    int (*MemHostAlloc)(void** at, std::size_t n, unsigned flags) = nullptr;
    int (*ModuleLoadData)(void** module, const void* image) = nullptr;
    int (*ModuleGetFunction)(void** function, void* module, const char* name) = nullptr;
    int (*LaunchKernel)(void* function, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned shared,
                        stream, void** with, void** extra) = nullptr;

    bool load(void* library);
};

} // namespace hocket::cuda
