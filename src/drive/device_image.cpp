// SPDX-License-Identifier: BSD-3-Clause
#include "drive/device_image.hpp"
#include <algorithm>
#include <sys/mman.h>
#include <utility>

namespace hocket {

namespace {

constexpr std::ptrdiff_t line = 64; // the image lies in one as its buffer does, so elements keep their alignment
constexpr std::size_t much = std::size_t(1) << 20; // bytes of gaps from which on they matter

std::byte* plus(void* at, std::ptrdiff_t n)
{
    return reinterpret_cast<std::byte*>(reinterpret_cast<std::ptrdiff_t>(at) + n); // it may be MPI_BOTTOM
}

} // namespace

device_image::device_image(device_image&& other) noexcept
    : read(std::move(other.read)), written(std::move(other.written)), all_(other.all_), place_(other.place_),
      at_(other.at_), memory_(std::exchange(other.memory_, {})), shift_(other.shift_), sparse_(other.sparse_)
{
}

device_image::~device_image()
{
    if (!memory_.at) return;
    if (sparse_) munmap(memory_.at, memory_.size);
    else all_.memory().give(all_.driver(), memory_);
}

std::ptrdiff_t device_image::low() const
{
    if (read.empty() || written.empty()) return read.empty() ? written.low() : read.low();
    return std::min(read.low(), written.low());
}

bool device_image::make()
{
    auto high = std::max(read.empty() ? written.high() : read.high(), written.empty() ? read.high() : written.high());
    shift_ = (reinterpret_cast<std::ptrdiff_t>(at_) + low()) & (line - 1);
    auto span = std::size_t(high - low() + shift_);
    sparse_ = span > 2 * (read.size() + written.size()) + much;
    memory_ = sparse_ ? staging_memory::take_sparse(span) : all_.memory().take(all_.driver(), place_, span);
    return memory_.at != nullptr;
}

void* device_image::at() const
{
    return plus(memory_.at, shift_ - low());
}

const char* device_image::bring()
{
    return read.empty() ? nullptr
                        : all_.driver().copy(place_, copy_way::to_host, plus(at(), 0), plus(at_, 0), read.all());
}

const char* device_image::take_back()
{
    return written.empty()
               ? nullptr
               : all_.driver().copy(place_, copy_way::to_device, plus(at_, 0), plus(at(), 0), written.all());
}

} // namespace hocket
