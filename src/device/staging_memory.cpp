// SPDX-License-Identifier: BSD-3-Clause
#include "device/staging_memory.hpp"
#include <algorithm>
#include <bit>
#include <sys/mman.h>

namespace hocket {

namespace {

std::byte* map(std::size_t n, int more)
{
    void* at = mmap(nullptr, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | more, -1, 0);
    if (at == MAP_FAILED) return nullptr;
    madvise(at, n, MADV_DONTFORK); // pages that a child shares would be copied away from under the driver
    return static_cast<std::byte*>(at);
}

// Four sizes to each power of two.
std::size_t rounded(std::size_t n)
{
    auto step = std::max<std::size_t>(staging_memory::least, std::bit_floor(n) / 4);
    return std::max<std::size_t>(step, (n + step - 1) / step * step);
}

// What the driver does not let go stays mapped: it might copy to whatever came there next.
void drop(device_driver& by, const staging_memory::block& one)
{
    if (!one.pinned || by.unpin(*one.pinned, one.at)) munmap(one.at, one.size);
}

} // namespace

staging_memory::block staging_memory::take(device_driver& by, const memory_place& near, std::size_t n)
{
    auto size = rounded(n);
    if (auto one = unused_.take([size](auto& b) { return b.size == size; })) return *one;
    block made{map(size, 0), size, {}};
    if (made.at && by.pin(near, made.at, size)) made.pinned = near;
    return made;
}

staging_memory::block staging_memory::take_sparse(std::size_t n)
{
    return {map(n, MAP_NORESERVE), n, {}};
}

void staging_memory::give(device_driver& by, const block& one)
{
    for (auto& old : unused_.give(one)) drop(by, old);
}

} // namespace hocket
