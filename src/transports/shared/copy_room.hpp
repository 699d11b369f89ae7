// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace hocket {

// Room of one's own for what the kernel copies. It does so by `rep movsb`, which on some processors takes four times as
// long where the destination lies 1 to 15 bytes further into its page than the source (record 82): twice, by way of a
// place as far into its page as the source, is faster there.
class copy_room {
public:
    static constexpr std::size_t page = 4096;

    static bool is_further(std::uintptr_t to, std::uintptr_t from) { return (to - from) % page - 1 < 15; }
    // Is this such a processor? Tried out when a process first asks.
    static bool is_slow_further();

    // n bytes, as far into their page as that address.
    std::byte* like(std::uintptr_t address, std::size_t n)
    {
        if (room_.size() < n + page) room_.resize(n + page);
        return room_.data() + (address - reinterpret_cast<std::uintptr_t>(room_.data())) % page;
    }

private:
    std::vector<std::byte> room_;
};

} // namespace hocket
