// SPDX-License-Identifier: BSD-3-Clause
// What Hocket needs of the driver of an accelerator. Vendors have a folder each below this one, and no name elsewhere.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

namespace hocket {

// Only the first two are the host's to read at any time and at full speed.
enum class memory_kind : unsigned char { host, pinned, managed, device };

struct memory_place {
    memory_kind kind = memory_kind::host;
    int device = -1;
    void* context = nullptr;          // where it was made; null: nobody says
    std::uint64_t context_id = 0; // a context at an address where another one was has another; 0: nobody says
    std::uintptr_t begin = 0, end = 0; // of the whole allocation; equal: nobody says
    std::uint64_t id = 0; // of the allocation, and of no other one of this process; 0: nobody says
    const char* wrong = nullptr; // what the driver calls the error that it answered with

    bool is_for_host() const { return kind <= memory_kind::pinned; }
    // On one device and in one context.
    bool is_beside(const memory_place& other) const
    {
        return device == other.device && context == other.context && context_id == other.context_id;
    }
};

// Rows of `width` bytes, the first `offset` bytes from an address, each `pitch` bytes after the one before.
struct strided_piece {
    std::ptrdiff_t offset;
    std::size_t width, rows = 1;
    std::ptrdiff_t pitch = 0;

    std::size_t size() const { return width * rows; }
};

enum class copy_way : unsigned char { to_host, to_device, on_device };

class device_work;

class device_driver {
public:
    device_driver() = default;
    device_driver(const device_driver&) = delete;
    device_driver& operator=(const device_driver&) = delete;

    // Asked anew each time: an address that was freed may be another kind of memory by now.
    virtual memory_place place_of(const void* at) const = 0;
    // The same pieces of two buffers, one on the host and one at `place`; complete at the return. What went wrong, as
    // the driver calls it; null: nothing.
    virtual const char* copy(const memory_place& place, copy_way way, std::byte* to, const std::byte* from,
                             std::span<const strided_piece> pieces) = 0;
    // Copies to and from pinned host memory are faster. Whole pages. False: it stays as it is, which is right too.
    virtual bool pin(const memory_place& near, std::byte* at, std::size_t n) = 0;
    // By any thread. False: the driver did not let it go.
    virtual bool unpin(const memory_place& near, std::byte* at) = 0;
    // Until all is over that was put on a stream of the program's; null: the default ones of the thread's own context,
    // or where it has none of that in which the first of these buffers lies that is in one. What went wrong; null:
    // nothing. A stream that is being captured is an error, and goes on being captured.
    virtual const char* wait_for(void* stream, std::span<const void* const> buffers) const = 0;
    // To work on the device itself; null: this driver lacks what that takes.
    virtual device_work* work() = 0;

protected:
    ~device_driver() = default; // one for the life of the process
};

} // namespace hocket
