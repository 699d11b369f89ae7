// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <cstring>
#include <new>
#include <sys/mman.h>

namespace hocket::fit {

// Whole pages of a message's own, touched unless they are to be fresh.
class room {
public:
    explicit room(std::size_t bytes, bool touched = true) : bytes_(bytes + 1)
    {
        at_ = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (at_ == MAP_FAILED) throw std::bad_alloc();
        if (touched) std::memset(at_, 1, bytes_);
    }
    room(const room&) = delete;
    room& operator=(const room&) = delete;
    ~room() { munmap(at_, bytes_); }
    std::byte* data() const { return static_cast<std::byte*>(at_); }

private:
    std::size_t bytes_;
    void* at_;
};

// The memory that all messages of a rank leave from, and that they arrive in.
constexpr std::size_t message_room = 8 << 20;
inline std::byte* outgoing()
{
    static room all(message_room);
    return all.data();
}
inline std::byte* incoming()
{
    static room all(message_room);
    return all.data();
}

} // namespace hocket::fit
