// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/alltoall/blocks_of_size.hpp"
#include "algorithms/alltoall/flat.hpp"
#include "algorithms/alltoall/swap_price.hpp"
#include "levels/node_turns.hpp"

namespace hocket::alltoall {

// Timetable of nodes: nodes meet two by two (a 1-factorisation), and of two that meet each rank of one swaps blocks
// with each rank of the other, `flows` at a time: no node ever has more flows in or out. There is no barrier. A node's
// swaps are numbered, and swap i may begin when swap i-flows has ended, of which its rank tells the next one by an
// empty message inside the node; a node with no more ranks than flows needs none, as each rank counts its own. Blocks
// of at most `small` bytes are no flows: they are sent at once, as in flat. Ranks of a node swap theirs in a timetable
// of their own meanwhile. Cost for N nodes of P ranks: (N-1) P^2 m beta through an interface, and (N-1) P^2/flows
// (alpha + on-node alpha); in place with one block of scratch for each swap under way.
struct node_timetable {
    int flows = 4;
    std::size_t segment = 0, credit = 0, small = 1 << 10;
    const layout* where = nullptr;

    static task run(node_timetable with, net on, exchanged_blocks data)
    {
        auto most = std::size_t(-1), small = data.in_place ? 0 : with.small;
        blocks_of_size small_out(*data.out, 0, small), small_in(*data.in, 0, small);
        blocks_of_size large_out(*data.out, small, most), large_in(*data.in, small, most);
        exchanged_blocks few{&small_out, &small_in, data.each}, rest{&large_out, &large_in, data.each, data.in_place};
        flat freely;
        if (small == 0 || (data.each && *data.each > small)) co_await with_turns(with, on, data);
        else if (data.each) co_await flat::run(freely, on, data);
        else co_await both(flat::run(freely, on, few), with_turns(with, on, rest));
    }
    static cost declared(node_timetable with, const problem& of)
    {
        double n = of.block(), p = of.ranks;
        if (p == 1 || n == 0) return {};
        if (n <= double(with.small)) return flat::declared({}, of);
        swap_terms terms{with.segment, with.credit};
        auto& where = *with.where;
        double own = where.largest(), mates = own - 1, rounds = hocket::timetable(where.largest()).rounds();
        double inside = mates > 0 ? swaps_in_turn(of.node, terms, rounds, n, 1, own) : 0;
        double across = where.nodes() > 1 ? across_time(with, of, n) : 0;
        double of_swap = terms.messages(n), one = n / of_swap;
        double busy = 2 * of_swap * (mates * of.node.overhead(one) + (p - own) * of.network.overhead(one));
        double messages = p * (p - 1) * of_swap + (with.counts_alone(int(own)) ? 0 : p * (p - own));
        double all = std::max({inside, across, busy});
        return {all, all, messages};
    }

private:
    // A matching of an odd number of nodes leaves one idle; unequal nodes would wait for one another in twos.
    bool in_twos() const { return flows > 1 && where->nodes() % 2 && where->regular(); }
    // Each rank of a node with so many ranks counts its own swaps: in twos two at least.
    bool counts_alone(int own) const { return own == 1 || flows >= (in_twos() ? 2 : 1) * own; }
    static task with_turns(node_timetable with, net on, exchanged_blocks data)
    {
        node_mates mates(*with.where, on.rank());
        swap_terms terms{with.segment, with.credit};
        auto inside = swap_in_turn(on, data, terms, mates, 1);
        co_await both(across(with, on, data), std::move(inside));
    }
    static task across(node_timetable with, net on, exchanged_blocks data)
    {
        int own = with.where->size_of(with.where->node_of(on.rank()));
        swap_terms terms{with.segment, with.credit};
        node_peers peers(on, *with.where, with.in_twos());
        if (with.counts_alone(own)) {
            co_await swap_in_turn(on, data, terms, peers, with.flows / own);
            co_return;
        }
        group chains;
        int count = std::min(with.flows, most_chains);
        for (int i = 0; i < count; ++i) chains.add(chain(on, data, terms, peers, i, count));
        co_await chains.all();
    }
    // Every count-th swap of the node from number `first` on. Its ranks hear of one another in a net of its own.
    static task chain(net on, exchanged_blocks data, swap_terms terms, node_peers peers, int first, int count)
    {
        auto told = chain_net(on, first);
        block_swap swaps(on, data, terms);
        for (int peer = peers.next(); peer >= 0; peer = peers.next()) {
            if (peers.turn() % count != first) continue;
            int before = peers.rank_at(peers.turn() - count), after = peers.rank_at(peers.turn() + count);
            if (before >= 0 && before != on.rank()) co_await told.recv(before, bytes{});
            co_await swaps.with(peer);
            if (after >= 0 && after != on.rank()) co_await told.send(after, bytes{});
        }
    }
    // Numbers in base 7 name it, so that few contexts are used.
    static constexpr int most_chains = 48;
    static net chain_net(net on, int chain) { return on.apart(1 + chain / 7).apart(1 + chain % 7); }

    // The fullest node has the most swaps; those of a node that is idle for a round have to wait for their partners.
    // They wait for one another or for the interface.
    static double across_time(node_timetable with, const problem& of, double n)
    {
        auto& where = *with.where;
        swap_terms terms{with.segment, with.credit};
        double own = where.largest(), swaps = own * (of.ranks - own), at_once = std::min(with.flows, most_chains);
        bool alone_counts = with.counts_alone(where.largest());
        if (!with.in_twos() && where.nodes() % 2) swaps *= double(where.nodes()) / (where.nodes() - 1);
        if (alone_counts) at_once = own * std::floor(with.flows / own);
        at_once = std::min(at_once, swaps);
        double in_turn = std::ceil(swaps / at_once), told = alone_counts ? 0 : of.node(0);
        double flows = std::ceil(at_once / of.nics), alone = swap_time(of.network, terms, n) + told;
        auto& by = of.network;
        if (by.one_port) return in_turn * alone - told;
        double wire = n * std::max(by.per_byte, flows * by.shared_per_byte), lost = swaps_lost(of, terms, n, at_once);
        return std::max(in_turn * alone - told, swaps / at_once * wire + by(0)) + lost;
    }
};

} // namespace hocket::alltoall
