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
