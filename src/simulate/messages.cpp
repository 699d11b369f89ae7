// SPDX-License-Identifier: BSD-3-Clause
// The life of one message in a simulator.
#include "simulate/simulator.hpp"

namespace hocket {

bool simulator::post_send(virtual_rank& me, request& r)
{
    auto& to = ranks_[std::size_t(r.peer)];
    bool between = to.node_ != me.node_;
    double n = double(r.count), start = local(me);
    if (noise_.on()) start += noise_.delay(me.rank_, me.sends_++);
    auto overhead = (between ? by_.network : by_.node).overhead(n);
    me.busy_until_ = start + overhead;
    ++messages_;

    auto i = book_.claim(r.context, me.rank_, to.rank_, false);
    bool matched = i != flight_book::none;
    if (!matched) i = book_.take();
    auto& f = book_[i];
    f.count = r.count;
    f.from = me.rank_, f.to = to.rank_, f.context = r.context;
    f.sent_at = start;
    f.overhead = float(overhead);
    f.has_sender = true;
    f.between_nodes = between;
    f.rendezvous = n > by_.eager_limit;
    if (with_.into) note(f, true, me);
    if (!matched) book_.file(i);
    if (!f.rendezvous) {
        begin(i, start);
        return true;
    }
    f.send = &r;
    if (matched) agree(i);
    return false;
}

bool simulator::post_recv(virtual_rank& me, request& r)
{
    auto i = book_.claim(r.context, r.peer, me.rank_, true);
    bool matched = i != flight_book::none;
    if (!matched) i = book_.take();
    auto& f = book_[i];
    f.received_at = local(me);
    if (with_.into) note(f, false, me);
    if (f.arrived) { // unexpected: it waits in memory of the library
        me.busy_until_ = local(me) + f.overhead + double(f.count) * copy_per_byte_ + compute(r);
        if (with_.into) with_.into->messages[std::size_t(f.traced)].finished = me.busy_until_;
        book_.release(i);
        return true;
    }
    f.recv = &r;
    if (!matched) {
        f.from = r.peer, f.to = me.rank_, f.context = r.context;
        book_.file(i);
    } else if (f.rendezvous) agree(i);
    return false;
}

// Half a round trip before the receiver has heard of it, half before the sender may go on.
void simulator::agree(std::uint32_t i)
{
    auto& f = book_[i];
    double half = by_.rendezvous_us / 2, start = std::max(f.sent_at + half, f.received_at) + half;
    if (f.between_nodes && by_.fresh_buffer_us_per_MB > 0)
        start += std::max(fresh(ranks_[std::size_t(f.from)], f.send->from, f.count),
                          fresh(ranks_[std::size_t(f.to)], f.recv->into, f.count));
    begin(i, start);
}

// Microseconds to make memory known to the interface. Scratch comes from memory that is used over and over.
double simulator::fresh(virtual_rank& me, const std::byte* at, std::size_t n)
{
    if (at < space_ || at >= scratch_space_) return 0;
    auto before = me.known_to_ - me.known_from_;
    me.known_from_ = before ? std::min(me.known_from_, at) : at;
    me.known_to_ = before ? std::max(me.known_to_, at + n) : at + n;
    return double(me.known_to_ - me.known_from_ - before) * 1e-6 * by_.fresh_buffer_us_per_MB;
}

// What is not due yet must not take its place among the others on the wire.
void simulator::begin(std::uint32_t i, double start)
{
    auto& f = book_[i];
    auto& level = f.between_nodes ? by_.network : by_.node;
    start = in_stream(ranks_[std::size_t(f.from)], f.to, start, double(f.count) * level.per_byte());
    if (start > now_) events_.push(start, event::depart, i);
    else depart(i);
}

// When a message that takes so long may follow those before it.
double simulator::in_stream(virtual_rank& me, int to, double start, double time)
{
    auto& s = me.streams_[std::size_t(to) % me.streams_.size()];
    if (s.to != to) {
        if (s.until > start) { // another peer's is still busy
            auto& until = me.more_streams_[to];
            start = std::max(start, until);
            until = start + time;
            return start;
        }
        s = {to, 0};
        if (auto kept = me.more_streams_.extract(to)) s.until = kept.mapped();
    }
    start = std::max(start, s.until);
    s.until = start + time;
    return start;
}

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
    double time = by_.node.latency_us + f.overhead + n * std::max(by_.node.per_byte(), shared);
    events_.push(now_ + time, event::finish, i);
}

void simulator::arrive(std::uint32_t i)
{
    auto& f = book_[i];
    auto &from = ranks_[std::size_t(f.from)], &to = ranks_[std::size_t(f.to)];
    auto in = wires_.enter(now_, from.nic_, to.nic_, from.node_, to.node_, double(f.count));
    events_.push(in.at, in.dropped ? event::arrive : event::finish, i);
}

void simulator::finish(std::uint32_t i)
{
    auto f = book_[i];
    auto &from = ranks_[std::size_t(f.from)], &to = ranks_[std::size_t(f.to)];
    if (!f.between_nodes) --busy_memory_[std::size_t(from.node_)];
    if (f.recv) to.busy_until_ = local(to) + f.overhead + compute(*f.recv);
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
    book_.release(i);
    resume(to, *f.recv, f.traced);
    if (f.send) resume(from, *f.send, f.traced);
}

void simulator::resume(virtual_rank& me, request& r, std::int64_t cause)
{
    me.cause_ = cause;
    r.finish().resume();
    if (me.ended_ >= 0 || !ends_[std::size_t(me.rank_)].done()) return;
    me.ended_ = local(me);
    --running_;
}

void simulator::note(flight& f, bool sender, const virtual_rank& me)
{
    auto& all = with_.into->messages;
    if (f.traced < 0) {
        f.traced = std::int64_t(all.size());
        all.emplace_back();
    }
    auto& t = all[std::size_t(f.traced)];
    if (sender) {
        t.from = f.from, t.to = f.to, t.context = f.context;
        t.bytes = f.count;
        t.between_nodes = f.between_nodes, t.rendezvous = f.rendezvous;
        t.send_posted = f.sent_at;
        t.send_finished = me.busy_until_;
        t.send_cause = me.cause_;
    } else {
        t.recv_posted = f.received_at;
        t.recv_cause = me.cause_;
    }
}

} // namespace hocket
