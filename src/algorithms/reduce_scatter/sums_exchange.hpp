// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/in_pieces.hpp"

namespace hocket::reduce_scatter {

// What it costs to put pieces together, here or, where they are long, in the library.
inline double packing(const problem& of)
{
    return of.bytes * of.copy_per_byte;
}

// Rounds in which a rank hands over the sums of some blocks and combines what comes with its own sums of others, one
// message each way. Name the pieces of both with give() and take(), then await round(); the operator commutes.
class sums_exchange {
public:
    // At most so many pieces each way.
    sums_exchange(net on, const reduction* how, int pieces)
        : on_(on), how_(how), given_(on.ledger<bytes>(pieces)), into_(on.ledger<bytes>(pieces)),
          with_(on.ledger<cbytes>(pieces))
    {
    }
    void give(cbytes sum)
    {
        bytes piece{const_cast<std::byte*>(sum.data()), sum.size()}; // a sender only reads
        if (piece.empty()) return;
        if (gives_ > 0 && follows(given_[gives_ - 1], piece)) join(given_[gives_ - 1], piece);
        else given_[gives_++] = piece;
    }
    // What comes next goes into `into`, combined with `sum`, which may be the same memory.
    void take(bytes into, cbytes sum)
    {
        if (into.empty()) return;
        auto last = takes_ - 1;
        if (takes_ > 0 && follows(into_[last], into) && follows(with_[last], sum)) {
            join(into_[last], into);
            join(with_[last], sum);
        } else {
            into_[takes_] = into;
            with_[takes_++] = sum;
        }
    }
    // `at` outlives the task.
    static task round(sums_exchange* at, int to, int from)
    {
        auto& on = at->on_;
        pieces given = at->given_.first(at->gives_), into = at->into_.first(at->takes_);
        auto plain = goes_through_buffer(given) ? room(on, &at->packed_, size_of(given)) : bytes{};
        if (!plain.empty()) co_await copy_pieces(on, given, plain, true);
        auto came = into.size() > 1 ? room(on, &at->came_, size_of(into)) : bytes{};
        auto step = on.together(2);
        if (into.size() == 1) step.recv_reduce(from, into[0], at->with_[0], *at->how_);
        if (into.size() > 1) step.recv(from, came);
        if (!plain.empty()) step.send(to, plain);
        else if (given.size() == 1) step.send(to, given[0]);
        else if (given.size() > 1) step.send(to, given);
        co_await step;
        if (into.size() > 1) co_await combine(at, into, came);
        at->gives_ = at->takes_ = 0;
    }

private:
    static task combine(sums_exchange* at, pieces into, cbytes came)
    {
        for (std::size_t i = 0; i < into.size(); ++i) {
            co_await at->on_.combine(into[i], at->with_[i], came.first(into[i].size()), *at->how_);
            came = came.subspan(into[i].size());
        }
    }
    static bytes room(net on, bytes* memory, std::size_t n)
    {
        if (memory->size() < n) *memory = on.scratch(n);
        return memory->first(n);
    }
    template <class T> static bool follows(T before, T after) { return before.data() + before.size() == after.data(); }
    template <class T> static void join(T& before, T after) { before = {before.data(), before.size() + after.size()}; }

    net on_;
    const reduction* how_;
    std::span<bytes> given_, into_;
    std::span<cbytes> with_;
    std::size_t gives_ = 0, takes_ = 0;
    bytes packed_, came_; // kept from round to round
};

} // namespace hocket::reduce_scatter
