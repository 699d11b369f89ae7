// SPDX-License-Identifier: BSD-3-Clause
// The life of a message that the network copies to all nodes:
//
//   sender      its packets leave one after the other, through its interface once
//   each node   they enter its port as any message does; what is lost it has from the one above it in a tree of the
//               nodes, once that one has all
//   its end     at who has all of it, when those below have told that they do; one packet is left as soon as it is here
#include "simulate/simulator.hpp"

namespace hocket {

bool virtual_rank::casts(std::size_t, int members, bool leaders) const
{
    auto& where = in_.where_;
    bool all = members == where.nodes() && (leaders || where.largest() == 1);
    return all && where.nodes() > 1 && in_.by_.multicast.works();
}

int simulator::position_in(const cast_flight& f, const virtual_rank& of) const
{
    int nodes = where_.nodes();
    return (of.node_ - ranks_[std::size_t(f.sender)].node_ + nodes) % nodes;
}

int simulator::node_at(const cast_flight& f, int position) const
{
    return (ranks_[std::size_t(f.sender)].node_ + position) % where_.nodes();
}

bool simulator::post_cast(virtual_rank& me, request& r)
{
    bool sends = r.what == verb::send;
    int nodes = where_.nodes();
    auto i =
        sends ? casts_.of_sender(r.context, me.rank_, nodes) : casts_.of_receiver(r.context, r.peer, me.rank_, nodes);
    auto& f = casts_[i];
    int position = position_in(f, me);
    auto& leg = f.legs[std::size_t(position)];
    leg.posted = &r;
    f.count = r.count;
    if (sends) {
        f.sent_at = local(me) + (noise_.on() ? noise_.delay(me.rank_, me.sends_++) : 0);
        f.takes = cast_.stream(double(r.count), nodes);
        me.busy_until_ = f.sent_at + cast_price::packets(double(r.count)) * cast_.packet;
        ++messages_;
        schedule(f.sent_at, i, position, cast_leg::leaves);
    }
    if (with_.into) note(f, position, me);
    if (!sends && leg.has) { // it waits in memory of the transport
        me.busy_until_ = local(me) + double(r.count) * copy_per_byte_;
        leg.has = false;
        schedule(me.busy_until_, i, position, cast_leg::is_here);
    }
    return false;
}

void simulator::schedule(double at, std::uint32_t cast, int position, cast_leg::stage next)
{
    casts_[cast].legs[std::size_t(position)].next = next;
    events_.push(at, event::cast, cast * std::uint32_t(where_.nodes()) + std::uint32_t(position));
}

void simulator::cast_moves(std::uint32_t leg)
{
    auto nodes = std::uint32_t(where_.nodes());
    auto i = leg / nodes;
    int position = int(leg % nodes);
    switch (casts_[i].legs[std::size_t(position)].next) {
    case cast_leg::leaves: return cast_leaves(i);
    case cast_leg::enters: return cast_enters(i, position);
    case cast_leg::arrives: return cast_arrives(i, position);
    case cast_leg::is_here: return cast_is_here(i, position);
    case cast_leg::is_told: break;
    }
    auto& f = casts_[i];
    int parent = cast_price::parent(position);
    auto& above = f.legs[std::size_t(parent)];
    --above.unheard;
    --f.open;
    if (parent == 0) above.traced = f.legs[std::size_t(position)].traced;
    end_cast(i, parent);
}

void simulator::cast_leaves(std::uint32_t i)
{
    auto& f = casts_[i];
    auto& from = ranks_[std::size_t(f.sender)];
    auto in_group = wires_.leave_for_all(now_, from.nic_, from.node_, double(f.count));
    double first = in_group[std::size_t(wires_.group_of(from.node_))], takes = f.takes + cast_.packet;
    for (int position = 1; position < where_.nodes(); ++position) {
        double start = in_group[std::size_t(wires_.group_of(node_at(f, position)))];
        schedule(start + cast_.packet + cast_.latency, i, position, cast_leg::enters);
        if (with_.into) traced(f, position).started = first;
    }
    schedule(first + takes, i, 0, cast_leg::is_here);
}

void simulator::cast_enters(std::uint32_t i, int position)
{
    auto& f = casts_[i];
    double n = double(f.count), time = std::max(f.takes, n * wires_.wire_per_byte());
    int node = node_at(f, position), nic = wires_.nic_of(node, 0); // its first rank receives, and it has crossed
    auto in = wires_.enter(now_, ranks_[std::size_t(f.sender)].nic_, nic, node, node, n, time);
    if (in.dropped) schedule(in.at, i, position, cast_leg::enters);
    else schedule(in.at + cast_.packet, i, position, cast_leg::arrives);
}

// What is lost is asked for when some later packets have come, or the end is missed.
void simulator::cast_arrives(std::uint32_t i, int position)
{
    auto& f = casts_[i];
    auto& leg = f.legs[std::size_t(position)];
    double packets = cast_price::packets(double(f.count));
    auto missed = losses_.of(f.sender, f.context, f.number, node_at(f, position), packets);
    if (missed.packets == 0) return cast_is_here(i, position);
    auto& by = by_.network;
    double want = cast_price::letter + 4 * missed.packets,
           data = std::min(missed.packets * cast_price::data, double(f.count));
    double later = packets - 1 - missed.last - cast_price::overtaken; // packets after the one that shows it
    double answered = 2 * by.latency_us + 2 * by.overhead(want) + 2 * by.overhead(data) + data * by.per_byte();
    if (later < 0) leg.repair = by_.multicast.notice_us + answered;
    else leg.repair = std::max(0.0, answered - later * f.takes / packets);
    auto& above = f.legs[std::size_t(cast_price::parent(position))];
    leg.asks = !above.has;
    if (above.has) schedule(now_ + leg.repair, i, position, cast_leg::is_here);
}

void simulator::cast_is_here(std::uint32_t i, int position)
{
    auto& f = casts_[i];
    f.legs[std::size_t(position)].has = true;
    if (with_.into && position > 0) traced(f, position).arrived = now_;
    int first = position * cast_price::radix + 1, end = std::min(first + cast_price::radix, where_.nodes());
    for (int child = first; child < end; ++child) {
        if (!std::exchange(f.legs[std::size_t(child)].asks, false)) continue;
        schedule(now_ + f.legs[std::size_t(child)].repair, i, child, cast_leg::is_here);
    }
    auto* posted = f.legs[std::size_t(position)].posted;
    if (!posted) return;
    if (position > 0)
        schedule(local(ranks_[std::size_t(posted->owner)]) + cast_.report, i, position, cast_leg::is_told);
    end_cast(i, position);
}

void simulator::end_cast(std::uint32_t i, int position)
{
    auto& f = casts_[i];
    auto& leg = f.legs[std::size_t(position)];
    if (f.open == 0) return casts_.release(i); // that was the last report
    bool waits = leg.unheard > 0 && cast_price::packets(double(f.count)) > 1;
    if (!leg.posted || !leg.has || waits) return;
    auto& me = ranks_[std::size_t(leg.posted->owner)];
    if (with_.into) note_end(f, position, local(me));
    auto& ended = *std::exchange(leg.posted, nullptr);
    auto cause = leg.traced;
    if (--f.open == 0) casts_.release(i);
    resume(me, ended, cause);
}

} // namespace hocket
