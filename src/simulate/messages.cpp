// SPDX-License-Identifier: BSD-3-Clause
// The life of one message in a simulator, until it is on its way.
#include "simulate/simulator.hpp"

namespace hocket {

// Of what is told or dealt what one rank hears. Until it has said how much that is, its part of a deal counts as much
// as the others.
std::uint64_t simulator::part_of(const request& told, const flight& f) const
{
    if (told.told && f.recv) return f.recv->count;
    if (!f.dealt) return told.count;
    return told.count / std::uint64_t(where_.size_of(ranks_[std::size_t(told.owner)].node_) - 1);
}

// Whoever shares the memory is told by one message, which each of them takes from there.
bool simulator::post_send(virtual_rank& me, request& r)
{
    double start = local(me);
    if (noise_.on()) start += noise_.delay(me.rank_, me.sends_++);
    start += packing(r);
    ++messages_;
    if (!r.told) return send_to(me, r, r.peer, start);
    for (int i = 0; i < where_.size_of(me.node_); ++i)
        if (int other = where_.member(me.node_, i); other != me.rank_) send_to(me, r, other, start);
    return true;
}

bool simulator::send_to(virtual_rank& me, request& r, int rank, double start)
{
    auto& to = ranks_[std::size_t(rank)];
    bool between = to.node_ != me.node_;
    auto& level = between ? by_.network : by_.node;
    double n = double(r.count), overhead = level.overhead(n);
    me.busy_until_ = start + overhead + level.copying_in(n);

    auto i = book_.claim(r.context, me.rank_, to.rank_, false);
    bool matched = i != flight_book::none;
    if (!matched) i = book_.take();
    auto& f = book_[i];
    f.dealt = r.told && r.pieces;
    f.count = part_of(r, f);
    f.from = me.rank_, f.to = to.rank_, f.context = r.context;
    f.sent_at = start;
    f.overhead = float(overhead);
    f.has_sender = true;
    f.between_nodes = between;
    f.rendezvous = n > level.eager_limit;
    if (r.pieces || exists(r.from)) pack(f, r);
    if (with_.into) note(f, true, me);
    if (!matched) book_.file(i);
    if (!f.rendezvous) {
        begin(i, f.dealt ? start + level.copying_in(n) : start);
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
    if (r.told) f.count = r.count;
    f.works = r.what != verb::recv || r.piece_count > 1;
    if (with_.into) note(f, false, me);
    if (f.arrived) { // unexpected: it waits where it is to be copied from, once, into however many pieces
        double copied = level_of(f).copy_us_per_byte > 0 ? level_of(f).copying_out(double(f.count))
                                                         : double(f.count) * copy_per_byte_;
        me.busy_until_ = local(me) + f.overhead + copied + compute(r) - packing(r);
        if (f.parcel) deliver(f, r);
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
    double half = level_of(f).rendezvous_us / 2, start = std::max(f.sent_at + half, f.received_at) + half;
    if (f.between_nodes && by_.fresh_buffer_us_per_MB > 0)
        start += std::max(fresh(ranks_[std::size_t(f.from)], *f.send), fresh(ranks_[std::size_t(f.to)], *f.recv));
    begin(i, start);
}

// What is not due yet must not take its place among the others on the wire.
void simulator::begin(std::uint32_t i, double start)
{
    auto& f = book_[i];
    start = in_stream(ranks_[std::size_t(f.from)], f.to, start, double(f.count) * level_of(f).per_byte());
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

} // namespace hocket
