// SPDX-License-Identifier: BSD-3-Clause
// Our own declarations of the CUDA driver's interface beside those of cuda.h, where that is found.
#include "device/cuda/cuda_api.hpp"
#include <gtest/gtest.h>

#if __has_include(<cuda.h>)
#include <cuda.h>
#endif

namespace hocket::cuda {
namespace {

#ifdef CUDA_VERSION

template <class Ours, class Theirs> constexpr bool same_shape = sizeof(Ours) == sizeof(Theirs);

TEST(cuda_api, is_that_of_cuda_h)
{
    EXPECT_TRUE((same_shape<address, CUdeviceptr>));
    EXPECT_TRUE((same_shape<copy_2d, CUDA_MEMCPY2D>));
    EXPECT_TRUE((same_shape<uuid, CUuuid>));
    EXPECT_TRUE((same_shape<memory_handle, CUipcMemHandle>));
    EXPECT_EQ(offsetof(copy_2d, from_type), offsetof(CUDA_MEMCPY2D, srcMemoryType));
    EXPECT_EQ(offsetof(copy_2d, from), offsetof(CUDA_MEMCPY2D, srcDevice));
    EXPECT_EQ(offsetof(copy_2d, from_pitch), offsetof(CUDA_MEMCPY2D, srcPitch));
    EXPECT_EQ(offsetof(copy_2d, to_type), offsetof(CUDA_MEMCPY2D, dstMemoryType));
    EXPECT_EQ(offsetof(copy_2d, to), offsetof(CUDA_MEMCPY2D, dstDevice));
    EXPECT_EQ(offsetof(copy_2d, to_pitch), offsetof(CUDA_MEMCPY2D, dstPitch));
    EXPECT_EQ(offsetof(copy_2d, width), offsetof(CUDA_MEMCPY2D, WidthInBytes));
    EXPECT_EQ(offsetof(copy_2d, height), offsetof(CUDA_MEMCPY2D, Height));
    EXPECT_EQ(int(success), int(CUDA_SUCCESS));
    EXPECT_EQ(int(not_initialized), int(CUDA_ERROR_NOT_INITIALIZED));
    EXPECT_EQ(int(out_of_memory), int(CUDA_ERROR_OUT_OF_MEMORY));
    EXPECT_EQ(int(invalid_context), int(CUDA_ERROR_INVALID_CONTEXT));
    EXPECT_EQ(int(context_is_destroyed), int(CUDA_ERROR_CONTEXT_IS_DESTROYED));
    EXPECT_EQ(int(capture_unsupported), int(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED));
    EXPECT_EQ(0, int(CU_STREAM_CAPTURE_STATUS_NONE));
    EXPECT_EQ(int(context_of), int(CU_POINTER_ATTRIBUTE_CONTEXT));
    EXPECT_EQ(int(memory_type), int(CU_POINTER_ATTRIBUTE_MEMORY_TYPE));
    EXPECT_EQ(int(is_managed), int(CU_POINTER_ATTRIBUTE_IS_MANAGED));
    EXPECT_EQ(int(device_ordinal), int(CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL));
    EXPECT_EQ(int(range_start), int(CU_POINTER_ATTRIBUTE_RANGE_START_ADDR));
    EXPECT_EQ(int(range_size), int(CU_POINTER_ATTRIBUTE_RANGE_SIZE));
    EXPECT_EQ(unsigned(type_host), unsigned(CU_MEMORYTYPE_HOST));
    EXPECT_EQ(unsigned(type_device), unsigned(CU_MEMORYTYPE_DEVICE));
    EXPECT_EQ(unsigned(type_unified), unsigned(CU_MEMORYTYPE_UNIFIED));
    EXPECT_EQ(host_register_portable, unsigned(CU_MEMHOSTREGISTER_PORTABLE));
    EXPECT_EQ(int(buffer_id), int(CU_POINTER_ATTRIBUTE_BUFFER_ID));
    EXPECT_EQ(int(can_be_lent), int(CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE));
    EXPECT_EQ(int(multiprocessors), int(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT));
    EXPECT_EQ(int(capability_major), int(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR));
    EXPECT_EQ(int(capability_minor), int(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR));
    EXPECT_EQ(enable_peer_access_later, unsigned(CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS));
    EXPECT_EQ(legacy_stream(), static_cast<void*>(CU_STREAM_LEGACY));
    EXPECT_EQ(stream_of_thread(), static_cast<void*>(CU_STREAM_PER_THREAD));
}

#else

TEST(cuda_api, is_that_of_cuda_h)
{
    GTEST_SKIP() << "no cuda.h on this machine";
}

#endif

} // namespace
} // namespace hocket::cuda
