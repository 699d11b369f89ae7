// SPDX-License-Identifier: BSD-3-Clause
#include "world/guarded_arena.hpp"
#include <algorithm>
#include <cstring>

namespace hocket {
namespace {

constexpr auto guard_byte = std::byte{0xB5}, rubbish = std::byte{0x5A};

bool is_guard(const std::byte* at, std::size_t n)
{
    return std::all_of(at, at + n, [](std::byte b) { return b == guard_byte; });
}

} // namespace

bytes guarded_arena::take(std::size_t n)
{
    auto* at = carve(n + 2 * guard);
    std::memset(at, int(guard_byte), guard);
    std::memset(at + guard, int(rubbish), n);
    std::memset(at + guard + n, int(guard_byte), guard);
    return pieces_.emplace_back(at + guard, n);
}

bool guarded_arena::intact() const
{
    return std::all_of(pieces_.begin(), pieces_.end(), [](bytes piece) {
        return is_guard(piece.data() - guard, guard) && is_guard(piece.data() + piece.size(), guard);
    });
}

std::size_t guarded_arena::taken() const
{
    std::size_t n = 0;
    for (auto& piece : pieces_) n += piece.size();
    return n;
}

void guarded_arena::clear()
{
    pieces_.clear();
    for (auto& c : chunks_) c.used = 0;
}

std::byte* guarded_arena::carve(std::size_t n)
{
    n = (n + 63) / 64 * 64;
    for (auto& c : chunks_) {
        void* at = c.memory.get() + c.used;
        auto room = c.size - c.used;
        if (!std::align(64, n, at, room)) continue;
        c.used = c.size - room + n;
        return static_cast<std::byte*>(at);
    }
    auto size = std::max(n + 64, chunks_.empty() ? 0 : 2 * chunks_.back().size);
    chunks_.push_back({std::make_unique_for_overwrite<std::byte[]>(size), size, 0});
    return carve(n);
}

} // namespace hocket
