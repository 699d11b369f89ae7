// SPDX-License-Identifier: BSD-3-Clause
#include "bench/device_copy.hpp"
#include <cstdio>
#include <mpi.h>

namespace hocket::bench {

namespace {

void must(bool holds, const char* what)
{
    if (holds) return;
    std::fprintf(stderr, "hocket-bench: %s\n", what);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

} // namespace

void device_copy::make_room(std::size_t n)
{
    if (!on_ || n <= room_) return;
    if (at_) on_->release(at_);
    at_ = on_->allocate(n);
    room_ = n;
    must(at_, "no memory is left on the device");
}

void device_copy::bring(const memory& data, std::size_t n)
{
    if (!on_ || n == 0) return;
    must(on_->copy(at_, reinterpret_cast<const std::byte*>(data.data()), n), "a copy to the device failed");
}

const unsigned char* device_copy::fetched(const memory& data, std::size_t n)
{
    if (!on_) return data.data();
    seen_.resize(n);
    auto* into = reinterpret_cast<std::byte*>(seen_.data());
    must(n == 0 || on_->copy(into, at_, n), "a copy from the device failed");
    return seen_.data();
}

} // namespace hocket::bench
