// SPDX-License-Identifier: BSD-3-Clause
// What all neighborhood collectives do: the messages of a prepared route, step by step.
#pragma once
#include "algorithms/neighbor/carried_blocks.hpp"

namespace hocket::neighbor {

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
        for (auto& [from, to] : step.copies)
            if (to.where == lies::slot) all.size_of_slot(to.index) = all.size_of(from);
    }
}

// One of the two is a slot.
inline task copy_beside(net on, std::span<const route_copy> copies, const carried_blocks& all)
{
    for (auto& [from, to] : copies) {
        if (all.size_of(from) == 0) continue;
        if (all.size_of(from) != all.size_of(to)) {
            on.disagree(on.rank(), all.size_of(from), all.size_of(to));
            co_return;
        }
        bool packing = to.where == lies::slot;
        auto slot = all.of({packing ? &to : &from, 1}), place = all.of({packing ? &from : &to, 1});
        co_await copy_pieces(on, place, slot[0], packing);
    }
}

// How many of the first items go as one message of at most `most` bytes, 0: without limit; one at the least.
inline std::size_t in_one_message(std::span<const route_item> items, const carried_blocks& all, std::size_t most)
{
    if (most == 0 || items.empty()) return items.size();
    std::size_t count = 1, n = all.size_of(items[0]);
    while (count < items.size() && (n += all.size_of(items[count])) <= most) ++count;
    return count;
}

// `segment`: of what one node has for another so many bytes go in a message.
inline void add_messages(group& to, net on, const neighbor_route& route, const route_step& step,
                         const carried_blocks& all, std::size_t segment)
{
    for (bool receives : {true, false})
        for (auto& m : receives ? step.receives : step.sends)
            for (auto rest = route.of(m); !rest.empty();) {
                auto count = in_one_message(rest, all, step.crosses ? segment : 0);
                to.add(move_pieces(on, {m.peer, receives}, all.of(rest.first(count))));
                rest = rest.subspan(count);
            }
}

// `tells`: some rank passes blocks on whose sizes it does not know.
inline task along_route(net on, const neighbor_route& route, neighbor_blocks data, bool tells, std::size_t segment = 0)
{
    carried_blocks all(on, route, data);
    if (tells) co_await tell_sizes(on, route, all);
    all.make_room();
    for (auto& step : route.steps) {
        group messages;
        add_messages(messages, on, route, step, all, segment);
        if (!step.copies.empty()) messages.add(copy_beside(on, step.copies, all));
        co_await messages.all();
    }
}

} // namespace hocket::neighbor
