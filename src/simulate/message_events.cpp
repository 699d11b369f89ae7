// SPDX-License-Identifier: BSD-3-Clause
// A message on its way, and its end.
#include "simulate/simulator.hpp"

namespace hocket {

void simulator::depart(std::uint32_t i)
{
    auto& f = book_[i];
    auto &from = ranks_[std::size_t(f.from)], &to = ranks_[std::size_t(f.to)];
    double n = double(f.count);
    if (with_.into) with_.into->messages[std::size_t(f.traced)].started = now_;
    if (f.between_nodes) {
        double left = wires_.leave(now_, from.nic_, from.node_, to.node_, n);
        events_.push(left + by_.network.latency_us + f.overhead, event::arrive, i);
        return;
    }
    double shared = ++busy_memory_[std::size_t(from.node_)] * memory_per_byte_;
    double time = by_.node.latency_us + f.overhead + (f.dealt ? 0 : by_.node.copying_in(n));
    time += n * std::max(by_.node.per_byte(), shared);
    events_.push(now_ + time, event::finish, i);
}

void simulator::arrive(std::uint32_t i)
{
    auto& f = book_[i];
    auto &from = ranks_[std::size_t(f.from)], &to = ranks_[std::size_t(f.to)];
    auto in = wires_.enter(now_, from.nic_, to.nic_, from.node_, to.node_, double(f.count));
    events_.push(in.at, in.dropped ? event::arrive : event::finish, i);
}

// What is read where it lies is its sender's again when its receiver has read it.
void simulator::has_read(std::uint32_t i, double at)
{
    book_[i].read = true;
    events_.push(at, event::finish, i);
}

void simulator::let_go(std::uint32_t i)
{
    auto f = book_[i];
    if (with_.into) with_.into->messages[std::size_t(f.traced)].send_finished = now_;
    book_.release(i);
    resume(ranks_[std::size_t(f.from)], *f.send, f.traced);
}

void simulator::finish(std::uint32_t i)
{
    if (book_[i].read) return let_go(i);
    auto f = book_[i];
    auto &from = ranks_[std::size_t(f.from)], &to = ranks_[std::size_t(f.to)];
    if (!f.between_nodes) --busy_memory_[std::size_t(from.node_)];
    if (f.recv) {
        to.busy_until_ = local(to) + f.overhead + level_of(f).copying_out(double(f.count));
        if (f.works) to.busy_until_ += compute(*f.recv);
        if (f.parcel) deliver(f, *f.recv);
    }
    if (with_.into) {
        auto& t = with_.into->messages[std::size_t(f.traced)];
        t.arrived = now_;
        t.finished = f.recv ? to.busy_until_ : now_;
        if (f.send) t.send_finished = now_;
    }
    if (!f.recv) {
        book_[i].arrived = true;
        return;
    }
    bool is_read = f.send && level_of(f).copy_us_per_byte > 0;
    if (is_read) has_read(i, to.busy_until_);
    else book_.release(i);
    resume(to, *f.recv, f.traced);
    if (f.send && !is_read) resume(from, *f.send, f.traced);
}

void simulator::resume(virtual_rank& me, request& r, std::int64_t cause)
{
    me.cause_ = cause;
    r.finish().resume();
    if (me.ended_ >= 0 || !ends_[std::size_t(me.rank_)].done()) return;
    me.ended_ = local(me);
    --running_;
}

} // namespace hocket
