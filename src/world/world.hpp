// SPDX-License-Identifier: BSD-3-Clause
// Any number of ranks in one thread, behind the interface that algorithms are written against. Strict
// rendezvous: a message moves only when both halves are posted, so nothing can rely on buffering, and a stuck
// world names who waits for whom. Which completion comes next is the business of an order.
#pragma once
#include "async/task.hpp"
#include "net/net.hpp"
#include "world/gathering.hpp"
#include "world/mailbox.hpp"
#include "world/order.hpp"
#include "world/port.hpp"
#include "world/transfer.hpp"
#include "world/trouble.hpp"
#include "world/watch.hpp"
#include <deque>
#include <functional>
#include <optional>

namespace hocket {

struct world_rules {
    bool watch_buffers = false;      // find buffers that are used twice at once
    long operations = 1'000'000'000; // a run that posts more is endless
    bool unequal_last = false;       // go on beside a message of unequal lengths, and report it if nobody does
};

class world {
public:
    explicit world(int ranks, world_rules by = {});

    int ranks() const noexcept { return int(ports_.size()); }
    long operations() const noexcept { return operations_; } // posted in the last run
    // Most scratch memory that the rank had in the last run, in bytes.
    std::size_t scratch_of(int rank) const { return ports_[std::size_t(rank)].memory().taken(); }

    // Runs one task per rank to the end, and says what went wrong first. Scratch is released afterwards.
    std::optional<trouble> run(order& by, const std::function<task(net)>& body);

private:
    friend class port;
    bool post(int rank, request& r);
    void cancel(const request& r);
    bool casts(std::size_t n, int members, bool leaders) const { return order_->casts(n, members, leaders); }
    bool admit(const request& r);
    void match(request& r);
    void finish(request& r);
    void fail(std::string kind, std::string detail);
    bool scratch_intact();
    std::string stuck(const std::vector<completion>& ends) const;
    void forget();

    std::deque<port> ports_;
    world_rules rules_;
    order* order_ = nullptr;
    mailbox waiting_;
    gatherings gathering_;
    mover mover_;
    std::vector<watch> watches_;
    std::optional<trouble> trouble_;
    std::optional<std::string> unequal_;
    long operations_ = 0;
    bool running_ = false;
};

} // namespace hocket
