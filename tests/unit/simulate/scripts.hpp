// SPDX-License-Identifier: BSD-3-Clause
// What each rank does, written down step by step, and a machine whose numbers add up in the head.
#pragma once
#include "simulate/simulator.hpp"
#include <span>
#include <vector>

namespace hocket {

constexpr double close = 1e-6; // microseconds

struct step {
    enum kind { sends, receives, receives_and_reduces, receives_beside, combines, copies, native } does;
    int peer = 0;
    std::size_t bytes = 1000;
    bool scratch = false; // instead of the user's buffer
};
using script = std::vector<step>; // of one rank

inline step send(int to, std::size_t n = 1000)
{
    return {step::sends, to, n};
}
inline step recv(int from, std::size_t n = 1000)
{
    return {step::receives, from, n};
}
// Keeps the processor busy: a microsecond for 1000 bytes on the machine below.
inline step work(std::size_t n)
{
    return {step::copies, 0, n};
}

inline task follow(net on, bytes data, std::span<const step> steps)
{
    static const reduction any{nullptr, 1, true};
    for (auto& s : steps) {
        auto beside = data.subspan(data.size() / 2, s.bytes);
        auto part = s.scratch ? on.scratch(s.bytes) : data.first(s.bytes);
        switch (s.does) {
        case step::sends: co_await on.send(s.peer, part); break;
        case step::receives: co_await on.recv(s.peer, part); break;
        case step::receives_and_reduces: co_await on.recv_reduce(s.peer, part, any); break;
        case step::receives_beside: co_await on.recv_reduce(s.peer, part, beside, any); break;
        case step::combines: co_await on.combine(part, part, beside, any); break;
        case step::copies: co_await on.copy(part, part); break;
        case step::native: co_await on.native_bcast(part); break;
        }
    }
}

// 1000 bytes: 2 us on the network, 1 us inside a node.
inline machine simple_machine()
{
    machine by;
    by.node = {.latency_us = 1, .flow_GBps = 1, .overhead_us = {{0, 0.25}}};
    by.network = {.latency_us = 2, .flow_GBps = 0.5, .overhead_us = {{0, 0.5}}};
    by.copy_GBps = 1;
    return by;
}

struct outcome {
    simulated sum;
    std::vector<double> ends; // of each rank
};

inline outcome play(const machine& by, const layout& where, const std::vector<script>& scripts,
                    const simulation_options& with = {})
{
    simulator on(by, where);
    auto data = on.user_buffer(1 << 20);
    auto sum = on.run([&](net n) { return follow(n, data, scripts[std::size_t(n.rank())]); }, with);
    outcome all{sum, {}};
    for (int r = 0; r < where.ranks(); ++r) all.ends.push_back(on.ended(r));
    return all;
}

} // namespace hocket
