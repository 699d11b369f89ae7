// SPDX-License-Identifier: BSD-3-Clause
#include "bench/device_support.hpp"
#include <dlfcn.h>
#include <mpi.h>

namespace hocket::bench {

namespace {

template <class F> F* find(const char* name)
{
    return reinterpret_cast<F*>(dlsym(RTLD_DEFAULT, name));
}

} // namespace

// By extensions that not every library has: the first of Open MPI and MPICH, the second of MPICH and Cray's.
bool library_reads_devices()
{
    constexpr int of_cuda = 0;
    if (auto* ask = find<int()>("MPIX_Query_cuda_support")) return ask() == 1;
    int reads = 0;
    auto* ask = find<int(int, int*)>("MPIX_GPU_query_support");
    return ask && ask(of_cuda, &reads) == MPI_SUCCESS && reads;
}

} // namespace hocket::bench
