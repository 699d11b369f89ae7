// SPDX-License-Identifier: BSD-3-Clause
#include "device/cuda/cuda_driver.hpp"
#include "device/cuda/cuda_api.hpp"
#include "device/cuda/cuda_context.hpp"
#include "device/cuda/cuda_copies.hpp"
#include "device/cuda/cuda_work.hpp"
#include <dlfcn.h>

namespace hocket {

namespace {

using cuda::as_address;

class cuda_driver final : public device_driver {
public:
    bool load(void* library)
    {
        if (!cuda_.load(library)) return false;
        work_ = make_cuda_work(cuda_, library);
        return true;
    }

    memory_place place_of(const void* at) const override;
    const char* copy(const memory_place& place, copy_way way, std::byte* to, const std::byte* from,
                     std::span<const strided_piece> pieces) override;
    bool pin(const memory_place& near, std::byte* at, std::size_t n) override;
    bool unpin(const memory_place& near, std::byte* at) override;
    const char* wait_for(void* stream, std::span<const void* const> buffers) const override;
    device_work* work() override { return work_; }

private:
    using current = cuda::current_context;

    int start(cuda::copier* start_one, std::byte* to, const std::byte* from, const strided_piece& piece) const;
    int start_rows(std::byte* to, const std::byte* from, const strided_piece& piece) const;
    int finish(cuda::stream one) const;
    int finish_default_ones() const;
    int finish_default_ones_near(const void* at) const;
    const char* text(int code) const { return cuda_.text(code); }

    cuda::api cuda_;
    device_work* work_ = nullptr;
};

memory_kind kind_of(unsigned type, unsigned managed)
{
    if (managed) return memory_kind::managed;
    if (type == cuda::type_unknown) return memory_kind::host;
    return type == cuda::type_host ? memory_kind::pinned : memory_kind::device;
}

// A driver that is not at work has no memory of anybody's.
bool is_at_rest(int code)
{
    return code == cuda::not_initialized || code == cuda::deinitialized || code == cuda::stub_library;
}

// Of an address that it does not know the driver leaves all zero; before it is initialised, an error.
memory_place cuda_driver::place_of(const void* at) const
{
    unsigned type = cuda::type_unknown, managed = 0;
    int ask[] = {cuda::memory_type, cuda::is_managed};
    void* answers[] = {&type, &managed};
    memory_place place;
    int code = cuda_.PointerGetAttributes(2, ask, answers, as_address(at));
    if (code != cuda::success && code != cuda::invalid_context && !is_at_rest(code)) place.wrong = text(code);
    if (code != cuda::success) return place;
    place.kind = kind_of(type, managed);
    if (place.is_for_host()) return place;
    std::size_t size = 0;
    int more[] = {cuda::context_of, cuda::device_ordinal, cuda::range_start, cuda::range_size, cuda::buffer_id};
    void* into[] = {&place.context, &place.device, &place.begin, &size, &place.id};
    code = cuda_.PointerGetAttributes(5, more, into, as_address(at));
    if (code != cuda::success) place.wrong = text(code);
    place.end = place.begin + size;
    place.context_id = cuda_.id_of(place.context);
    return place;
}

const char* cuda_driver::copy(const memory_place& place, copy_way way, std::byte* to, const std::byte* from,
                              std::span<const strided_piece> pieces)
{
    current here(cuda_, place);
    int code = here.code;
    if (code != cuda::success) return text(code);
    constexpr std::size_t few = 8; // one call more for each short piece pays
    bool by_engine = way == copy_way::to_device && pieces.size() <= few;
    auto start_one = by_engine ? cuda::start_by_engine : cuda::start_plain;
    for (auto& piece : pieces)
        if (code == cuda::success) code = start(start_one, to, from, piece);
    int end = cuda_.StreamSynchronize(cuda::stream_of_thread()); // what has begun ends in any case
    code = code == cuda::success ? end : code;
    return code == cuda::success ? nullptr : text(code);
}

int cuda_driver::start(cuda::copier* start_one, std::byte* to, const std::byte* from, const strided_piece& piece) const
{
    constexpr std::ptrdiff_t greatest_pitch = 0x7fffffff; // of all devices so far
    auto width = std::ptrdiff_t(piece.width);
    if (piece.rows == 1 || piece.pitch == width)
        return start_one(cuda_, to + piece.offset, from + piece.offset, piece.size());
    if (piece.pitch < width || piece.pitch > greatest_pitch) return start_rows(to, from, piece);
    return cuda::start_pitched(cuda_, to, from, piece);
}

int cuda_driver::start_rows(std::byte* to, const std::byte* from, const strided_piece& piece) const
{
    int code = cuda::success;
    for (std::size_t i = 0; i < piece.rows && code == cuda::success; ++i) {
        auto at = piece.offset + std::ptrdiff_t(i) * piece.pitch;
        code = cuda::start_plain(cuda_, to + at, from + at, piece.width);
    }
    return code;
}

bool cuda_driver::pin(const memory_place& near, std::byte* at, std::size_t n)
{
    current here(cuda_, near);
    return here.code == cuda::success && cuda_.MemHostRegister(at, n, cuda::host_register_portable) == cuda::success;
}

bool cuda_driver::unpin(const memory_place& near, std::byte* at)
{
    current here(cuda_, near);
    return here.code == cuda::success && cuda_.MemHostUnregister(at) == cuda::success;
}

const char* cuda_driver::wait_for(void* stream, std::span<const void* const> buffers) const
{
    bool is_default = !stream || stream == cuda::legacy_stream() || stream == cuda::stream_of_thread();
    int code = is_default ? finish_default_ones() : finish(stream);
    for (auto* at : buffers)
        if (is_default && code == cuda::invalid_context) code = finish_default_ones_near(at);
    return code == cuda::success || (is_default && is_at_rest(code)) ? nullptr : text(code);
}

// To wait for a stream that is being captured is an error which ends the program's capture as well.
int cuda_driver::finish(cuda::stream one) const
{
    int status = 0, code = cuda::success;
    if (cuda_.StreamIsCapturing) code = cuda_.StreamIsCapturing(one, &status);
    if (code != cuda::success) return code;
    return status == 0 ? cuda_.StreamSynchronize(one) : int(cuda::capture_unsupported);
}

// Either may be what the program was compiled for, and memory that is not staged is waited for by nobody else.
int cuda_driver::finish_default_ones() const
{
    int code = finish(cuda::legacy_stream());
    return code == cuda::success ? finish(cuda::stream_of_thread()) : code;
}

// Pinned memory has a context too.
int cuda_driver::finish_default_ones_near(const void* at) const
{
    memory_place near;
    int ask[] = {cuda::context_of, cuda::device_ordinal};
    void* into[] = {&near.context, &near.device};
    bool is_known = cuda_.PointerGetAttributes(2, ask, into, as_address(at)) == cuda::success;
    if (!is_known || (!near.context && near.device < 0)) return cuda::invalid_context; // memory of the host alone
    near.context_id = cuda_.id_of(near.context);
    current here(cuda_, near);
    return here.code == cuda::success ? finish_default_ones() : here.code;
}

} // namespace

device_driver* find_cuda_driver()
{
    void* library = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD);
    if (!library) return nullptr;
    auto* made = new cuda_driver;
    if (made->load(library)) return made;
    delete made;
    dlclose(library);
    return nullptr;
}

} // namespace hocket
