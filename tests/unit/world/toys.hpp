// SPDX-License-Identifier: BSD-3-Clause
// Small algorithms for the tests of the world.
#pragma once
#include "world/world.hpp"
#include <vector>

namespace hocket::toys {

inline bytes view(std::vector<std::byte>& of)
{
    return {of.data(), of.size()};
}

// One buffer of n bytes per rank; rank r's holds r everywhere.
inline std::vector<std::vector<std::byte>> buffers(int ranks, std::size_t n)
{
    std::vector<std::vector<std::byte>> all;
    for (int r = 0; r < ranks; ++r) all.emplace_back(n, std::byte(r));
    return all;
}

// What one rank does, in order.
inline task send_to(net on, int to, bytes data)
{
    co_await on.send(to, data);
}
inline task recv_from(net on, int from, bytes data)
{
    co_await on.recv(from, data);
}
inline task nothing()
{
    co_return;
}

inline task ring(net on, bytes data)
{
    co_await on.send(on.next(), data);
    co_await on.recv(on.prev(), data);
}

// Block r of `all` comes from rank r.
inline task allgather_ring(net on, bytes all, std::size_t block)
{
    auto part = [=](int i) { return all.subspan(std::size_t(i) * block, block); };
    for (int s = 0; s < on.size() - 1; ++s) {
        auto step = on.together(2);
        step.recv(on.prev(), part(on.prev(s + 1))).send(on.next(), part(on.prev(s)));
        co_await step;
    }
}

} // namespace hocket::toys
