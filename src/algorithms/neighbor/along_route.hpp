// SPDX-License-Identifier: BSD-3-Clause
// What all neighborhood collectives do: the messages of a prepared route, step by step.
#pragma once
#include "algorithms/in_pieces.hpp"
#include "algorithms/neighbor/neighbor_blocks.hpp"

namespace hocket::neighbor {

// Where everything lies once the sizes are known.
class carried_blocks {
public:
    carried_blocks(net on, const neighbor_route& route, neighbor_blocks data)
        : on_(on), route_(&route), data_(data), ends_(on.ledger<std::size_t>(route.slots + 1))
    {
        ends_[0] = 0;
        for (std::size_t i = 1; i < ends_.size(); ++i) ends_[i] = data.each.value_or(0);
    }

    std::size_t& size_of_slot(int slot) { return ends_[std::size_t(slot) + 1]; }
    std::size_t size_of(route_item what) const
    {
        if (what.where == lies::slot) return ends_[std::size_t(what.index) + 1];
        auto [places, at] = place_of(what);
        return places->of(at, at + 1);
    }
    // From then on sizes stand, as ends.
    void make_room()
    {
        for (std::size_t i = 1; i < ends_.size(); ++i) ends_[i] += ends_[i - 1];
        room_ = on_.scratch(ends_.back());
    }
    pieces of(const route_message& m) const
    {
        std::size_t n = 0;
        for (auto& what : route_->of(m)) n += std::size_t(put(what, nullptr, 0));
        auto list = on_.ledger<bytes>(int(n));
        std::size_t used = 0;
        for (auto& what : route_->of(m)) used += std::size_t(put(what, list.data() + used, int(n - used)));
        return list;
    }

private:
    std::pair<const block_places*, int> place_of(route_item what) const
    {
        if (what.where == lies::in) return {data_.in, what.index};
        return {data_.out, data_.one_out ? 0 : what.index};
    }
    int put(route_item what, bytes* into, int room) const
    {
        if (what.where != lies::slot) {
            auto [places, at] = place_of(what);
            return places->pieces(at, at + 1, into, room);
        }
        auto i = std::size_t(what.index);
        if (ends_[i] == ends_[i + 1]) return 0;
        if (room > 0) *into = room_.subspan(ends_[i], ends_[i + 1] - ends_[i]);
        return 1;
    }

    net on_;
    const neighbor_route* route_;
    neighbor_blocks data_;
    std::span<std::size_t> ends_;
    bytes room_;
};

// Ranks on the way do not know how long the blocks are: their sizes go before them, the same way.
inline task tell_sizes(net on, const neighbor_route& route, carried_blocks& all)
{
    for (auto& step : route.steps) {
        auto told = on.together(int(step.receives.size() + step.sends.size()));
        auto heard = on.ledger<std::span<std::size_t>>(int(step.receives.size()));
        for (std::size_t i = 0; i < heard.size(); ++i) {
            heard[i] = on.ledger<std::size_t>(int(step.receives[i].count));
            told.recv(step.receives[i].peer, std::as_writable_bytes(heard[i]));
        }
        for (auto& m : step.sends) {
            auto sizes = on.ledger<std::size_t>(int(m.count));
            for (std::size_t i = 0; i < m.count; ++i) sizes[i] = all.size_of(route.of(m)[i]);
            told.send(m.peer, std::as_bytes(sizes));
        }
        co_await told;
        for (std::size_t i = 0; i < heard.size(); ++i)
            for (std::size_t k = 0; k < heard[i].size(); ++k)
                if (auto what = route.of(step.receives[i])[k]; what.where == lies::slot)
                    all.size_of_slot(what.index) = heard[i][k];
    }
}

// `tells`: some rank passes blocks on whose sizes it does not know.
inline task along_route(net on, const neighbor_route& route, neighbor_blocks data, bool tells)
{
    carried_blocks all(on, route, data);
    if (tells) co_await tell_sizes(on, route, all);
    all.make_room();
    for (auto& step : route.steps) {
        group messages;
        for (auto& m : step.receives) messages.add(move_pieces(on, {m.peer, true}, all.of(m)));
        for (auto& m : step.sends) messages.add(move_pieces(on, {m.peer, false}, all.of(m)));
        co_await messages.all();
    }
}

// One step after the other, each as long as the rank takes that has most of it.
inline cost cost_along(const problem& of, const route_load& load, bool tells)
{
    auto took = [&](const step_load& step, double n) {
        double near = step.near > 0 ? n * step.near_items / step.near : 0;
        double far = step.far > 0 ? n * step.far_items / step.far : 0;
        double senders = std::min(of.ranks, of.per_node) * of.at_once;
        double inside = step.near > 0 ? of.node.several(step.near, near, senders, 2) : 0;
        if (step.far == 0) return inside;
        double out = of.network.several(step.far, far, of.on_one_nic(senders), 2);
        if (of.node.one_port) return inside + out;
        return std::max(inside, out + 2 * step.near * of.node.overhead(near));
    };
    cost whole;
    for (std::size_t i = 0; i < load.steps; ++i) {
        auto& step = load.of[i];
        whole.finish += took(step, of.block());
        if (tells) whole.finish += took(step, sizeof(std::size_t));
        whole.messages += (step.near + step.far) * of.ranks;
    }
    whole.period = whole.finish;
    return whole;
}

} // namespace hocket::neighbor
