// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "transports/shared/area.hpp"
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace hocket {

// Room of one's own for what the kernel copies. It does so by `rep movsb`, which on some processors takes four times as
// long where the destination lies 1 to 15 bytes further into its page than the source (record 82): twice, by way of a
// place as far into its page as the source, is faster there.
class copy_room {
public:
    static constexpr std::size_t page = area_shape::page;
    static constexpr std::size_t usual = 256 << 10; // bytes of what is asked for, at most: one allocation for all

    static bool is_further(std::uintptr_t to, std::uintptr_t from) { return (to - from) % page - 1 < 15; }
    // Is this such a processor? Tried out when a process first asks.
    static bool is_slow_further();

    // n bytes, as far into their page as that address. What lay there is lost.
    std::byte* like(std::uintptr_t address, std::size_t n)
    {
        if (size_ < n + page) {
            size_ = std::max(n, usual) + page;
            room_ = std::make_unique_for_overwrite<std::byte[]>(size_);
        }
        return room_.get() + (address - reinterpret_cast<std::uintptr_t>(room_.get())) % page;
    }

private:
    std::unique_ptr<std::byte[]> room_;
    std::size_t size_ = 0;
};

} // namespace hocket
