// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "base/result.hpp"
#include "net/net.hpp"
#include "simulate/record_causes.hpp"
#include "simulate/schedule.hpp"
#include <array>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>

namespace hocket {

// The transport that writes down what all ranks ask for. Messages complete by strict rendezvous, so the order that
// is written down can be kept under any buffering. No data moves, but what algorithms have written down themselves.
class recorder {
public:
    recorder(int ranks, bytes user_buffer);
    result<std::vector<rank_schedule>> run(const std::function<task(net)>& body);

private:
    class port final : public transport {
    public:
        port(recorder& in, int rank) : in_(in), rank_(rank) {}
        bool post(request& r) override { return in_.post(rank_, r); }
        void cancel(request& r) noexcept override { in_.cancel(rank_, r); }
        bytes scratch(std::size_t n) override { return take(spot::scratch, n); }
        bytes ledger(std::size_t n) override { return take(spot::ledger, n); }
        void disagree(const disagreement_of& which) override;
        std::optional<spot> find(const std::byte* at) const;
        std::size_t used(spot::kind of) const { return used_[of]; }

    private:
        struct taken {
            std::unique_ptr<std::byte[]> memory;
            std::size_t size;
            spot first;
        };
        bytes take(spot::kind of, std::size_t n);

        recorder& in_;
        int rank_;
        std::vector<taken> memory_;
        std::array<std::size_t, 3> used_{}; // by kind
    };
    using channel = std::array<int, 3>; // context, sender, receiver

    bool post(int rank, request& r);
    void cancel(int rank, request& r) noexcept;
    scheduled described(const request& r);
    spot locate(int rank, const std::byte* at, std::size_t n);
    void carry(const request& send, const request& recv);
    bool is_ledger(int rank, const std::byte* at) const;
    void match(request& r);
    void fail(int rank, const std::string& what);

    bytes user_;
    std::deque<port> ports_;
    std::vector<rank_schedule> made_;
    causality order_;
    std::deque<request*> ready_;
    std::map<channel, std::deque<request*>> waiting_; // halves of messages; all of one channel go the same way
    std::optional<mistake> trouble_;
    long operations_ = 0;
    bool running_ = false;
};

} // namespace hocket
