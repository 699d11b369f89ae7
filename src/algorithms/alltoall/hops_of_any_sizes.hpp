// SPDX-License-Identifier: BSD-3-Clause
// Alltoall in hops (see hops.hpp) where a rank knows the sizes of its own blocks only: each message is announced by a
// list of the blocks in it.
#pragma once
#include "algorithms/in_pieces.hpp"
#include "algorithms/piece_list.hpp"
#include "shapes/hops.hpp"
#include <cstdint>
#include <vector>

namespace hocket::alltoall {

// Above that many bytes a step is not announced while the one before it is carried out: small messages that meet long
// ones in a switch can hold up both.
constexpr std::size_t announced_beside = 64 << 10;

// A block on its way, by the whole distance that it goes.
struct announced_block {
    std::uint64_t distance, bytes;
};

class hops_of_any_sizes {
public:
    static task run(net on, exchanged_blocks data, hop_weights by)
    {
        hops_of_any_sizes all(on, data, by);
        if (by.steps > 0) co_await all.announce(0);
        for (int step = 0; step < by.steps; ++step) {
            auto leaves = all.load(step);
            bool more = step + 1 < by.steps, beside = more && leaves <= announced_beside;
            if (beside) co_await both(all.move(step), all.announce(step + 1));
            else co_await all.move(step);
            if (more && !beside) co_await all.announce(step + 1);
        }
        all.compare();
    }

private:
    using list = std::span<announced_block>;
    // Blocks that go j times the weight of a step, those that come so, and where both lie.
    struct message {
        list out, in;
        pieces give, take;
    };
    struct held_block {
        std::uint64_t bytes;
        std::byte* at; // null: where the caller has it
    };

    hops_of_any_sizes(net on, exchanged_blocks data, hop_weights by)
        : on_(on), lists_(on.apart(1)), data_(data), by_(by), held_(on.ledger<held_block>(on.size()))
    {
        for (int d = 0; d < on.size(); ++d) {
            int to = on.next(d);
            held_[std::size_t(d)] = {d > 0 ? data.out->of(to, to + 1) : 0, nullptr};
        }
    }
    int weight(int step) const { return by_.weight[std::size_t(step)]; }
    message& at(int step, int j) { return messages_[step % 2][std::size_t(j) - 1]; }
    // f(distance) of what goes j times the weight.
    template <class F> void each_going(int step, int j, F f) const
    {
        int w = weight(step), range = by_.range(step);
        for (int from = j * w; from < on_.size(); from += range)
            for (int d = from; d < std::min(from + w, on_.size()); ++d)
                if (held_[std::size_t(d)].bytes > 0) f(d);
    }

    task announce(int step)
    {
        messages_[step % 2].assign(std::size_t(by_.most(step)), {});
        group all;
        for (int j = 1; j <= by_.most(step); ++j) all.add(announce(step, j));
        co_await all.all();
    }
    task announce(int step, int j)
    {
        int to = on_.next(j * weight(step)), from = on_.prev(j * weight(step));
        auto count = on_.ledger<std::uint64_t>(2);
        count[0] = 0;
        each_going(step, j, [&](int) { ++count[0]; });
        auto out = on_.ledger<announced_block>(int(count[0]));
        std::size_t next = 0;
        each_going(step, j, [&](int d) { out[next++] = {std::uint64_t(d), held_[std::size_t(d)].bytes}; });
        auto counts = lists_.together(2);
        counts.recv(from, std::as_writable_bytes(count.last(1))).send(to, std::as_writable_bytes(count.first(1)));
        co_await counts;
        auto in = on_.ledger<announced_block>(int(count[1]));
        auto entries = lists_.together(2);
        if (count[1] > 0) entries.recv(from, std::as_writable_bytes(in));
        if (count[0] > 0) entries.send(to, std::as_writable_bytes(out));
        co_await entries;
        at(step, j).out = out, at(step, j).in = in;
    }

    // From where the blocks of a step lie to where they are going to lie. Bytes that leave.
    std::size_t load(int step)
    {
        std::size_t n = 0;
        for (auto& m : messages_[step % 2]) {
            m.give = leaving(m.out);
            for (auto& block : m.out) held_[block.distance] = {0, nullptr};
        }
        for (auto& m : messages_[step % 2]) {
            m.take = arriving(m.in, std::uint64_t(weight(step)));
            n += size_of(m.give);
        }
        return n;
    }
    pieces leaving(list out)
    {
        int room = 0;
        for (auto& block : out) room += user_pieces(block);
        auto memory = on_.ledger<bytes>(room);
        piece_list all(memory.data(), room);
        for (auto& block : out) {
            int rank = on_.next(int(block.distance));
            auto* lies = held_[block.distance].at;
            if (lies) all.add({lies, std::size_t(block.bytes)});
            else add_user_block(all, *data_.out, rank);
        }
        return memory.first(std::size_t(all.count()));
    }
    int user_pieces(announced_block block) const
    {
        int rank = on_.next(int(block.distance));
        return held_[block.distance].at ? 1 : data_.out->pieces(rank, rank + 1, nullptr, 0);
    }
    // What has nothing left before it lands where the caller wants it.
    pieces arriving(list in, std::uint64_t w)
    {
        int room = 0;
        std::size_t passing = 0;
        for (auto& block : in) {
            if (lands(block, w)) room += data_.in->pieces(owner(block), owner(block) + 1, nullptr, 0);
            else ++room, passing += block.bytes;
        }
        auto memory = on_.ledger<bytes>(room);
        piece_list all(memory.data(), room);
        auto free = on_.scratch(passing);
        for (auto& block : in) {
            held_[block.distance] = {block.bytes, nullptr};
            if (lands(block, w)) {
                add_user_block(all, *data_.in, owner(block));
                continue;
            }
            held_[block.distance].at = free.data();
            all.add(free.first(block.bytes));
            free = free.subspan(block.bytes);
        }
        return memory.first(std::size_t(all.count()));
    }
    void add_user_block(piece_list& to, const block_places& all, int rank) const
    {
        bytes one;
        for (auto& p : pieces_of(on_, all, rank, one)) to.add(p);
    }
    int owner(announced_block block) const { return on_.prev(int(block.distance)); }
    bool lands(announced_block block, std::uint64_t w) const
    {
        return block.distance % w == 0 && block.bytes == data_.in->of(owner(block), owner(block) + 1);
    }

    task move(int step)
    {
        group all;
        for (int j = 1; j <= by_.most(step); ++j) {
            all.add(move_pieces(on_, {on_.prev(j * weight(step)), true}, at(step, j).take));
            all.add(move_pieces(on_, {on_.next(j * weight(step)), false}, at(step, j).give));
        }
        co_await all.all();
    }
    // What has come against what the caller expects.
    void compare() const
    {
        for (int d = 1; d < on_.size(); ++d) {
            auto come = held_[std::size_t(d)].bytes, expected = data_.in->of(on_.prev(d), on_.prev(d) + 1);
            if (come != expected) return on_.disagree(on_.prev(d), come, expected);
        }
    }

    net on_, lists_;
    exchanged_blocks data_;
    hop_weights by_;
    std::span<held_block> held_; // by distance
    std::vector<message, frame_allocator<message>> messages_[2]; // of a step, and of the one that is announced
};

} // namespace hocket::alltoall
