// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/in_pieces.hpp"
#include <cmath>

namespace hocket::alltoall {

// How two ranks swap their blocks. What they decide follows from the sizes of these two blocks, which both know.
struct swap_terms {
    std::size_t segment = 0, credit = 0; // longer blocks go in segments, and wait until the receiver is ready; 0: none

    // Of n bytes. In doubles, as prices are asked for parts of bytes.
    bool waits(double n) const { return credit > 0 && n > double(credit); }
    double segments(double n) const { return segment > 0 && n > double(segment) ? std::ceil(n / double(segment)) : 1; }
    double messages(double n) const { return segments(n) + waits(n); } // of one rank and one swap
};

// One rank's swaps, one after the other. What cannot leave from where it lies, or land where it belongs, goes through
// scratch, of one block in all: blocks of many short pieces, and in place what is sent. Stays where it is.
class block_swap {
public:
    block_swap(net on, exchanged_blocks data, swap_terms with)
        : on_(on), data_(data), with_(with), out_{data.out}, in_{data.in}
    {
    }
    block_swap(const block_swap&) = delete;
    block_swap& operator=(const block_swap&) = delete;

    // Both blocks between this rank and the peer. Empty ones are not sent.
    task with(int peer)
    {
        auto give = out_.open(on_, peer, data_.in_place), take = in_.open(on_, peer, false);
        if (give + take == 0) co_return;
        if (out_.packed) co_await copy_pieces(on_, out_.list, out_.plain, true);
        bool give_waits = with_.waits(double(give)), take_waits = with_.waits(double(take));
        if (give_waits || take_waits) co_await agree(peer, give_waits, take_waits);
        auto segments = with_.segments(double(std::max(give, take)));
        if (segments > 1) co_await in_segments(peer, std::size_t(segments));
        else co_await whole(peer);
        if (in_.packed) co_await copy_pieces(on_, in_.list, in_.plain, false);
    }

private:
    // The blocks of one direction; at any time, one of them.
    struct side {
        const block_places* all;
        pieces list{}, sent{}; // where the block lies, and what the messages are made of
        std::span<bytes> rooms[3]{}; // for lists: of a whole block, and of two segments
        bytes plain{}, scratch{}, one{};
        bool packed = false; // the messages are made of `plain`

        std::size_t open(net on, int peer, bool copied)
        {
            int count = all->pieces(peer, peer + 1, &one, 1);
            if (count > 1) all->pieces(peer, peer + 1, room(on, 0, count).data(), count);
            list = sent = count > 1 ? pieces{rooms[0].data(), std::size_t(count)} : pieces{&one, std::size_t(count)};
            auto n = size_of(list);
            packed = n > 0 && (copied || goes_through_buffer(list));
            if (packed) {
                if (scratch.size() < n) scratch = on.scratch(largest(on));
                plain = scratch.first(n);
                sent = {&plain, 1};
            }
            return n;
        }
        // Bytes from..from+n-1 of it, in one of two rooms.
        pieces segment(net on, int slot, std::size_t from, std::size_t n)
        {
            auto into = room(on, 1 + slot, int(sent.size()) + 1);
            return {into.data(), std::size_t(cut_pieces(sent, from, n, into.data()))};
        }

    private:
        std::span<bytes> room(net on, int which, int count)
        {
            auto& kept = rooms[which];
            if (int(kept.size()) < count) kept = on.ledger<bytes>(std::max(count, 2 * int(kept.size())));
            return kept;
        }
        std::size_t largest(net on) const
        {
            std::size_t most = 0;
            for (int i = 0; i < on.size(); ++i)
                if (i != on.rank()) most = std::max(most, all->of(i, i + 1));
            return most;
        }
    };

    // Messages of their own, as those of the two directions are under way at once.
    task agree(int peer, bool give_waits, bool take_waits)
    {
        auto step = on_.apart(7).together(2);
        if (take_waits) step.send(peer, bytes{});
        if (give_waits) step.recv(peer, bytes{});
        co_await step;
    }
    task whole(int peer)
    {
        auto step = on_.together(2);
        if (!in_.sent.empty()) receive(step, peer, in_.sent);
        if (!out_.sent.empty()) send(step, peer, out_.sent);
        co_await step;
    }
    // Two segments at a time, so that the next one is under way when one has arrived.
    task in_segments(int peer, std::size_t count)
    {
        std::size_t next = 0;
        co_await both(every_segment(peer, count, &next, 0), every_segment(peer, count, &next, 1));
    }
    // Both ways in step: where one block is shorter, empty messages go for its missing segments, so that a sender is
    // never more than two segments ahead of its receiver, however short they are.
    task every_segment(int peer, std::size_t count, std::size_t* next, int slot)
    {
        while (*next < count) {
            auto from = (*next)++ * with_.segment;
            auto step = on_.together(2);
            receive(step, peer, in_.segment(on_, slot, from, with_.segment));
            send(step, peer, out_.segment(on_, slot, from, with_.segment));
            co_await step;
        }
    }
    static void receive(round& step, int peer, pieces list)
    {
        if (list.size() > 1) step.recv(peer, list);
        else step.recv(peer, list.empty() ? bytes{} : list[0]);
    }
    static void send(round& step, int peer, pieces list)
    {
        if (list.size() > 1) step.send(peer, list);
        else step.send(peer, list.empty() ? bytes{} : list[0]);
    }

    net on_;
    exchanged_blocks data_;
    swap_terms with_;
    side out_, in_;
};

// Swaps with one partner after the other, at most `window` at a time; 0: with all. In what order decides `order`: the
// k-th of next() in a numbering of all swaps that both partners know, so that nobody waits in a circle.
template <class Order> task swap_worker(net on, exchanged_blocks data, swap_terms with, Order* order)
{
    block_swap swaps(on, data, with);
    for (int peer = order->next(); peer >= 0; peer = order->next()) co_await swaps.with(peer);
}
template <class Order> task swap_in_turn(net on, exchanged_blocks data, swap_terms with, Order order, int window)
{
    int workers = window == 0 ? order.count() : std::min(window, order.count());
    group all;
    for (int i = 0; i < workers; ++i) all.add(swap_worker(on, data, with, &order));
    co_await all.all();
}

} // namespace hocket::alltoall
