// SPDX-License-Identifier: BSD-3-Clause
#include "transports/shared/copy_room.hpp"
#include "base/steady_time.hpp"
#include <algorithm>
#include <sys/uio.h>
#include <unistd.h>
#include <vector>

namespace hocket {

namespace {

constexpr std::size_t tried = 16 << 10; // bytes

// Nanoseconds, the least of a few; 0: the kernel does not let this process read itself.
std::int64_t time_of_copy(std::byte* to, std::byte* from)
{
    std::int64_t least = 0;
    for (int i = 0; i < 5; ++i) {
        iovec here{to, tried}, there{from, tried};
        auto begin = steady_ns();
        if (process_vm_readv(getpid(), &here, 1, &there, 1, 0) != ssize_t(tried)) return 0;
        auto took = steady_ns() - begin;
        least = i == 0 ? took : std::min(least, took);
    }
    return least;
}

} // namespace

bool copy_room::is_slow_further()
{
    static const bool found = [] {
        std::vector<std::byte> from(tried);
        copy_room room;
        auto* to = room.like(reinterpret_cast<std::uintptr_t>(from.data()), tried + 8);
        auto straight = time_of_copy(to, from.data());
        return time_of_copy(to + 8, from.data()) > 2 * straight;
    }();
    return found;
}

} // namespace hocket
