// SPDX-License-Identifier: BSD-3-Clause
// A transport that notes what it is asked for and completes it when the test says so.
#pragma once
#include "net/transport.hpp"
#include <algorithm>
#include <deque>
#include <vector>

namespace hocket::testing {

class fake_port final : public transport {
public:
    bool at_once = true;         // complete everything in post
    std::size_t tells = 0;       // fewer bytes than these, to all
    std::vector<request> asked;  // copies, in order
    std::vector<request*> held;  // in flight
    int cancelled = 0;

    bool post(request& r) override
    {
        asked.push_back(r);
        if (at_once) return true;
        held.push_back(&r);
        return false;
    }
    void cancel(request& r) noexcept override
    {
        ++cancelled;
        held.erase(std::find(held.begin(), held.end(), &r));
    }
    bytes scratch(std::size_t n) override
    {
        auto& piece = memory_.emplace_back(n / sizeof(line) + 1);
        return {piece.front().bytes, n};
    }

    void disagree(const disagreement_of&) override {}
    bool tells_all(std::size_t n, bool) const override { return n < tells; }

    void finish(std::size_t i)
    {
        auto* r = held[i];
        held.erase(held.begin() + std::ptrdiff_t(i));
        r->finish().resume();
    }
    void finish_all()
    {
        while (!held.empty()) finish(0);
    }

private:
    struct alignas(64) line {
        std::byte bytes[64];
    };
    std::deque<std::vector<line>> memory_;
};

} // namespace hocket::testing
