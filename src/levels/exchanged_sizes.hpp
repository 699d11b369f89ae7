// SPDX-License-Identifier: BSD-3-Clause
// What the head of a group has to know of an alltoall before it can speak for its ranks.
#pragma once
#include "algorithms/algorithm.hpp"
#include "levels/message_order.hpp"
#include <cstdint>

namespace hocket {

// Bytes that the ranks of the own group have for every rank, and get from it. Where they are not the same everywhere,
// the head knows them only once it has been told; then a rank has nothing for itself, and else room that stays as it
// is.
class exchanged_sizes {
public:
    exchanged_sizes(net on, const lane_groups& at, const exchanged_blocks& data)
        : at_(at), each_(data.each), ranks_(on.size()), members_(at.leads() ? at.group().size() : 1)
    {
        if (each_) return;
        rows_ = on.ledger<std::uint64_t>(2 * ranks_ * members_);
        for (int r = 0; r < ranks_; ++r) {
            bool other = r != on.rank();
            rows_[std::size_t(r)] = other ? data.out->of(r, r + 1) : 0;
            rows_[std::size_t(ranks_ + r)] = other ? data.in->of(r, r + 1) : 0;
        }
    }
    task tell(net group) const
    {
        if (each_ || group.size() == 1) co_return;
        if (group.rank() > 0) {
            co_await group.send(0, row(0));
            co_return;
        }
        auto step = group.together(members_ - 1);
        for (int i = 1; i < members_; ++i) step.recv(i, row(i));
        co_await step;
    }

    const lane_groups& at() const { return at_; }
    std::optional<std::size_t> each() const { return each_; }
    int members() const { return members_; } // of whose sizes this rank is told
    // Of member i of the group; on a rank that does not lead, of itself.
    std::size_t out(int i, int rank) const { return each_ ? *each_ : rows_[index(i, rank)]; }
    std::size_t in(int i, int rank) const { return each_ ? *each_ : rows_[index(i, rank) + std::size_t(ranks_)]; }

    // All messages of an order are of that size, where some would be shorter they are filled up; nothing where each
    // has its own.
    std::optional<std::size_t> message(message_order::kind way) const
    {
        if (!each_) return {};
        auto group = std::size_t((at_.where().largest() + at_.lanes() - 1) / at_.lanes());
        auto others = way == message_order::by_node   ? std::size_t(at_.where().largest())
                      : way == message_order::by_lane ? group * std::size_t(at_.where().nodes())
                                                      : group;
        return group * others * *each_;
    }
    // No message has to be filled up.
    bool exact() const { return !each_ || (at_.where().regular() && at_.where().largest() % at_.lanes() == 0); }

private:
    std::size_t index(int i, int rank) const { return std::size_t(2 * ranks_) * std::size_t(i) + std::size_t(rank); }
    bytes row(int i) const { return std::as_writable_bytes(rows_.subspan(index(i, 0), 2 * std::size_t(ranks_))); }

    const lane_groups& at_;
    std::optional<std::size_t> each_;
    int ranks_, members_;
    std::span<std::uint64_t> rows_; // of each member: what it has for every rank, and what it gets
};

} // namespace hocket
