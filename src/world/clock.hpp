// SPDX-License-Identifier: BSD-3-Clause
// The order that time gives: discrete events on one-ported ranks. Per level of the machine a rank sends at most one
// message at a time and receives at most one. A message starts as soon as its halves have met and both ports are free:
// of several that could start at one moment the one that met first, of those that of the send posted first; none keeps
// a port for later. It takes price(bytes) of its level; then both sides go on. Local work and ideal collectives are
// free.
#pragma once
#include "algorithms/algorithm.hpp"
#include "topology/layout.hpp"
#include "world/order.hpp"
#include <array>
#include <cstdint>
#include <optional>
#include <queue>

namespace hocket {

struct traffic {
    std::int64_t messages = 0, bytes = 0;
    void add(std::int64_t n) { ++messages, bytes += n; }
};

enum level { inside_node = 0, between_nodes = 1 };

struct counts {
    double finish = 0;              // when the last message ended
    std::array<traffic, 2> total{}; // by level
    traffic most_sent, most_received; // by one rank: its messages, and its bytes, on both levels
};

class clock_order final : public order {
public:
    clock_order(const layout& where, price node, price network);

    void begin(int ranks) override;
    void posted(request& r) override;
    void matched(request& first) override;
    request* next() override;

    double now() const { return now_; }
    counts counted() const;

private:
    struct port_times {
        double sends_until = 0, receives_until = 0;
    };
    struct event {
        double at;
        std::int64_t sequence;
        request* first;
        bool operator>(const event& other) const { return at != other.at ? at > other.at : sequence > other.sequence; }
    };
    void grant();
    std::optional<double> start(const request& send, const request& recv); // when it ends; none: a port is taken

    price prices_[2];
    std::vector<int> node_;
    std::vector<std::array<port_times, 2>> ports_; // by rank and level
    std::vector<traffic> sent_, received_;
    std::array<traffic, 2> total_{};
    std::priority_queue<event, std::vector<event>, std::greater<>> events_;
    std::deque<request*> due_;
    std::vector<request*> met_;     // at this moment; the sends
    std::vector<request*> waiting_; // for a port, as they met
    std::int64_t posted_ = 0, sequence_ = 0;
    double now_ = 0;
};

} // namespace hocket
