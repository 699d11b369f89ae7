// SPDX-License-Identifier: BSD-3-Clause
#include "simulate/simulator.hpp"

namespace hocket {

void simulator::note(flight& f, bool sender, const virtual_rank& me)
{
    auto& all = with_.into->messages;
    if (f.traced < 0) {
        f.traced = std::int32_t(all.size());
        all.emplace_back();
    }
    auto& t = all[std::size_t(f.traced)];
    t.bytes = f.count;
    if (sender) {
        t.from = f.from, t.to = f.to, t.context = f.context;
        t.between_nodes = f.between_nodes, t.rendezvous = f.rendezvous;
        t.send_posted = f.sent_at;
        t.send_finished = me.busy_until_;
        t.send_cause = me.cause_;
    } else {
        t.recv_posted = f.received_at;
        t.recv_cause = me.cause_;
    }
}

// One of a message for all nodes.
traced_message& simulator::traced(cast_flight& f, int position)
{
    auto& leg = f.legs[std::size_t(position)];
    auto& all = with_.into->messages;
    if (leg.traced < 0) {
        leg.traced = std::int32_t(all.size());
        auto& t = all.emplace_back();
        t.from = f.sender, t.to = where_.member(node_at(f, position), 0), t.context = f.context;
        t.bytes = f.count;
        t.between_nodes = true;
    }
    return all[std::size_t(leg.traced)];
}

void simulator::note(cast_flight& f, int position, const virtual_rank& me)
{
    if (position > 0) {
        auto& t = traced(f, position);
        t.recv_posted = local(me);
        t.recv_cause = me.cause_;
    }
    for (int to = 1; position == 0 && to < where_.nodes(); ++to) {
        auto& t = traced(f, to);
        t.send_posted = f.sent_at;
        t.send_cause = me.cause_;
    }
}

void simulator::note_end(cast_flight& f, int position, double at)
{
    if (position > 0) traced(f, position).finished = at;
    for (int to = 1; position == 0 && to < where_.nodes(); ++to) traced(f, to).send_finished = at;
}

} // namespace hocket
