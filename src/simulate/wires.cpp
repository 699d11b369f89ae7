// SPDX-License-Identifier: BSD-3-Clause
#include "simulate/wires.hpp"
#include "algorithms/price.hpp"

namespace hocket {
wires::wires(const machine& by, const layout& where)
    : by_(by), where_(where), out_per_byte_(per_byte(by.nic.out_GBps)), in_per_byte_(per_byte(by.nic.in_GBps)),
      group_per_byte_(per_byte(by.groups.nodes * by.nic.count * by.nic.out_GBps * by.groups.taper)),
      flow_per_byte_(std::max({by.network.per_byte(), out_per_byte_, in_per_byte_}))
{
    auto nics = std::size_t(where.nodes()) * std::size_t(by.nic.count);
    out_.resize(nics);
    in_.resize(nics);
    up_.resize(std::size_t(group_of(where.nodes() - 1)) + 1);
    down_.resize(up_.size());
}

void wires::clear()
{
    for (auto* all : {&out_, &in_, &up_, &down_}) std::ranges::fill(*all, server{});
}

int wires::nic_of(int node, int local) const
{
    int mine = by_.nic.neighbours_share ? int(std::int64_t(local) * by_.nic.count / where_.size_of(node))
                                        : local % by_.nic.count;
    return node * by_.nic.count + mine;
}

double wires::leave(double now, int nic, int node, int to_node, double n)
{
    double start = out_[std::size_t(nic)].serve(now, n, out_per_byte_);
    int group = group_of(node);
    return group == group_of(to_node) ? start : up_[std::size_t(group)].serve(start, n, group_per_byte_);
}

// A message that finds the port idle always fits: it passes while it comes in. Where a loss has to be found out,
// senders wait for acknowledgements after their first window, so of long messages only that much crowds in a port.
bool wires::over_full(double now, server& in, double n) const
{
    double waiting = in_per_byte_ > 0 ? (in.until - now) / in_per_byte_ : 0;
    double share = by_.port.drops && n > first_window ? first_window / n : 1;
    return by_.port.buffer > 0 && waiting > 0 && (waiting + n) * share > by_.port.buffer;
}

wires::entry wires::enter(double now, int from_nic, int nic, int from_node, int node, double n, double time)
{
    auto& in = in_[std::size_t(nic)];
    if (over_full(now, in, n)) {
        if (by_.port.drops) return {true, now + by_.port.rto_us};
        auto& sender = out_[std::size_t(from_nic)]; // holds its link until the port has room
        sender.until = std::max(sender.until, in.until + std::min(0.0, n - by_.port.buffer) * in_per_byte_);
    }
    int group = group_of(node);
    if (group != group_of(from_node)) now = down_[std::size_t(group)].serve(now, n, group_per_byte_);
    return {false, in.serve(now, n, in_per_byte_) + time};
}

std::vector<double> wires::leave_for_all(double now, int nic, int node, double n)
{
    double start = out_[std::size_t(nic)].serve(now, n, out_per_byte_);
    std::vector<double> in_group(down_.size(), start);
    if (down_.size() == 1) return in_group;
    auto own = std::size_t(group_of(node));
    double up = up_[own].serve(start, n, group_per_byte_);
    for (std::size_t g = 0; g < down_.size(); ++g)
        if (g != own) in_group[g] = down_[g].serve(up, n, group_per_byte_);
    return in_group;
}

double wires::busiest_bytes() const
{
    double most = 0;
    for (auto* all : {&out_, &in_})
        for (auto& one : *all) most = std::max(most, one.bytes);
    return most;
}

} // namespace hocket
