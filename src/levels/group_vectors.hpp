// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/in_pieces.hpp"
#include "algorithms/places.hpp"
#include "levels/exchanged_sizes.hpp"
#include "levels/message_sizes.hpp"

namespace hocket {

// What each rank of a group has for all ranks, or gets from them, in the order of messages: at the head the vectors of
// all its ranks, one behind the other, elsewhere that of the rank alone. Stays where it is: what is handed out points
// into it.
class group_vectors {
public:
    enum side { out, in };

    group_vectors(net on, const exchanged_sizes& sizes, message_order order, side way)
        : on_(on), sizes_(sizes), order_(order), way_(way), vectors_(on, sizes.members(), whole())
    {
        for (int i = 0; !sizes.each() && i < sizes.members(); ++i) {
            std::size_t n = 0;
            for (int r = 0; r < on.size(); ++r) n += of(i, r);
            vectors_.next(n);
        }
    }
    group_vectors(const group_vectors&) = delete;
    group_vectors& operator=(const group_vectors&) = delete;

    void take_room()
    {
        all_ = on_.scratch(vectors_.all());
        places_.emplace(all_, vectors_);
    }
    bytes vector(int i) const { return vectors_.part(all_, i); }
    // For a gather to the head, or a scatter.
    rooted_blocks data() const
    {
        if (sizes_.at().leads()) return {{}, sizes_.each() ? &vectors_ : nullptr, &*places_};
        return {vector(0), sizes_.each() ? &equal_ : nullptr};
    }
    std::size_t of(int i, int rank) const { return way_ == out ? sizes_.out(i, rank) : sizes_.in(i, rank); }
    // What the messages hold of all vectors.
    message_sizes messages() const
    {
        message_sizes all(on_, order_.messages(), sizes_.message(order_.way));
        for (int m = 0; !sizes_.each() && m < order_.messages(); ++m) {
            std::size_t n = 0;
            for (message_ranks at(order_, m); !at.done(); at.next())
                for (int i = 0; i < sizes_.members(); ++i) n += of(i, at.rank());
            all.next(n);
        }
        return all;
    }

    // Between the own vector and the caller's memory; what a rank has for itself stays as it is.
    task pack(const block_places* user) const { return copy_user(user, true); }
    task unpack(const block_places* user) const { return copy_user(user, false); }

    // From the vectors to messages: there rank by rank of those they are for, and of each what the members have for it.
    task spread(bytes into, const message_sizes* sizes) const
    {
        auto left = all_vectors();
        for (int m = 0; m < order_.messages(); ++m) {
            auto to = into.subspan(sizes->start(m));
            for (message_ranks at(order_, m); !at.done(); at.next())
                for (int i = 0; i < sizes_.members(); ++i) {
                    auto n = of(i, at.rank());
                    if (n > 0) co_await on_.copy(to.first(n), left[std::size_t(i)].first(n));
                    drop(to, n), drop(left[std::size_t(i)], n);
                }
        }
    }
    // And back from messages that others have spread: there group by group, and of each for every member what its ranks
    // have for it. The message for the own group has not been sent.
    task collect(bytes from, bytes own, const message_sizes* sizes) const
    {
        auto left = all_vectors();
        for (int m = 0; m < order_.messages(); ++m) {
            bytes come = m == order_.own() ? own : from.subspan(sizes->start(m));
            for (int k = 0; k < order_.groups(); ++k)
                for (int i = 0; i < sizes_.members(); ++i) {
                    auto n = of_group(i, order_.group(m, k));
                    if (n > 0) co_await on_.copy(left[std::size_t(i)].first(n), come.first(n));
                    drop(come, n), drop(left[std::size_t(i)], n);
                }
        }
    }

private:
    std::optional<std::size_t> whole() const
    {
        if (!sizes_.each()) return {};
        return *sizes_.each() * std::size_t(on_.size());
    }
    std::span<bytes> all_vectors() const
    {
        auto all = on_.ledger<bytes>(sizes_.members());
        for (int i = 0; i < sizes_.members(); ++i) all[std::size_t(i)] = vector(i);
        return all;
    }
    static void drop(bytes& from, std::size_t n) { from = from.subspan(n); }
    std::size_t of_group(int i, leader_group g) const
    {
        if (sizes_.each()) return *sizes_.each() * std::size_t(g.size);
        std::size_t n = 0;
        for (int j = 0; j < g.size; ++j) n += of(i, g.member(sizes_.at().where(), j));
        return n;
    }
    task copy_user(const block_places* user, bool packing) const
    {
        auto left = vector(0);
        for (int m = 0; m < order_.messages(); ++m)
            for (message_ranks at(order_, m); !at.done(); at.next()) {
                int rank = at.rank();
                auto part = left.first(of(0, rank));
                drop(left, part.size());
                if (part.empty() || rank == on_.rank()) continue;
                bytes one;
                auto list = pieces_of(on_, *user, rank, one);
                if (list.size() > 1) co_await copy_pieces(on_, list, part, packing);
                else if (packing) co_await on_.copy(part, one); // without a frame for it
                else co_await on_.copy(one, part);
            }
    }

    net on_;
    const exchanged_sizes& sizes_;
    message_order order_;
    side way_;
    message_sizes vectors_;
    equal_sizes equal_{sizes_.each() ? *sizes_.each() * std::size_t(on_.size()) : 0};
    bytes all_;
    std::optional<row_of_blocks> places_;
};

} // namespace hocket
