// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/gather/merge_plan.hpp"

namespace hocket {

// How the ranks agree on the tree, level by level: the leaders of two ranges exchange notes, and a leader that does not
// hold its range tells the one who does. Lives until its task has ended.
class merge_build {
public:
    merge_build(net on, std::size_t own, const block_places* expected, merge_plan* into)
        : on_(on), expected_(expected), plan_(into), notes_(on.ledger<merge_note>(merge_level::count(on.size()) + 1)),
          range_(&notes_.back())
    {
        auto v = std::uint64_t(on.rank());
        *range_ = {v, own, v * own};
        *plan_ = {-1, 0, {}, own, own};
    }

    task run()
    {
        for (int level = 0; level < merge_level::count(on_.size()); ++level) {
            merge_level at{on_.rank(), on_.size(), level};
            if (!at.leads() && !holds_) break;
            if (at.other().count() <= 0) continue;
            auto& other = notes_[std::size_t(level)];
            if (at.leads()) co_await exchange(at.other().first, level);
            else co_await on_.recv(at.own().first, raw(&other));
            if (holds_) decide(at, other);
            if (at.leads()) follow(at, other);
        }
        if (to_tell_ >= 0) co_await on_.send(to_tell_, raw(untold_));
    }

private:
    static bytes raw(merge_note* note) { return {reinterpret_cast<std::byte*>(note), sizeof *note}; }
    bool own_receives(merge_level at, std::uint64_t own, std::uint64_t other) const
    {
        return at.lower() ? lower_receives(at.own().first, own, other) : !lower_receives(at.other().first, other, own);
    }
    // What the level before has left to tell goes out at the same time.
    task exchange(int with, int level)
    {
        auto step = on_.together(3);
        step.send(with, raw(range_)).recv(with, raw(&notes_[std::size_t(level)]));
        if (to_tell_ >= 0) step.send(to_tell_, raw(untold_));
        to_tell_ = -1;
        co_await step;
    }
    void decide(merge_level at, const merge_note& other)
    {
        holds_ = own_receives(at, plan_->size, other.size);
        if (!holds_) {
            plan_->parent = int(other.holder);
            return;
        }
        if (on_.rank() == 0 && expected_) compare_range(on_, *expected_, at.other(), other);
        plan_->from[std::size_t(plan_->children++)] = {int(other.holder), at.other(), other.size, !at.lower()};
        plan_->size += other.size;
    }
    void follow(merge_level at, merge_note& other)
    {
        if (int(range_->holder) != on_.rank()) {
            to_tell_ = int(range_->holder);
            untold_ = &other;
        }
        if (!own_receives(at, range_->size, other.size)) range_->holder = other.holder;
        range_->add(other);
    }

    net on_;
    const block_places* expected_;
    merge_plan* plan_;
    std::span<merge_note> notes_; // of the other range of each level; behind them this rank's own range, while it leads
    merge_note* range_;
    bool holds_ = true;
    int to_tell_ = -1;
    merge_note* untold_ = nullptr;
};

} // namespace hocket
