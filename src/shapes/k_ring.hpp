// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>

namespace hocket {

// Rings inside of groups of k consecutive ranks (the last may be smaller), and between the groups as many rings as they
// have ranks. In phase t a group has the blocks of the group t before it: block i of these is carried across by the
// member i mod the group's size, and then goes round inside, one block a step.
struct k_ring {
    int r, p, k;

    int groups() const { return (p - 1) / k + 1; }
    int group() const { return r / k; }
    int local() const { return r % k; }
    int size(int group) const { return std::min(k, p - group * k); }
    int members() const { return size(group()); }
    int right() const { return member(group(), (local() + 1) % members()); }
    int left() const { return member(group(), back(local(), 1, members())); }
    // The group whose blocks this one has in phase t.
    int home(int t) const { return back(group(), t, groups()); }

    // f(block, peer) for what this rank gives to the next group, so that it has it in phase t, and takes from the
    // one before.
    template <class F> void each_given(int t, F f) const
    {
        int to = (group() + 1) % groups();
        each_carried(home(t - 1), [&](int block) { f(block, member(to, block % k % size(to))); });
    }
    template <class F> void each_taken(int t, F f) const
    {
        int from = back(group(), 1, groups());
        each_carried(home(t), [&](int block) { f(block, member(from, block % k % size(from))); });
    }
    // The most messages that each_given and each_taken make together.
    int most_across() const { return 2 * ((k - 1) / size(groups() - 1) + 1); }

    // How many of its blocks a member has carried across.
    int carried(int home, int by) const { return (size(home) - by + members() - 1) / members(); }

    static int back(int i, int by, int n) { return i >= by ? i - by : i - by + n; } // 0 <= by <= n
    int member(int group, int i) const { return group * k + i; }

private:
    template <class F> void each_carried(int home, F f) const
    {
        for (int i = local(); i < size(home); i += members()) f(member(home, i));
    }
};

// The order in which one group's blocks pass between two neighbours inside of another (or the same) group: first
// what the giver has carried itself, then what the one on its left has, and so on round, up to the taker's own.
class k_ring_passage {
public:
    k_ring_passage(const k_ring& at, int t, int giver)
        : at_(at), home_(at.home(t)), carrier_(giver),
          left_(at.size(home_) - at.carried(home_, (giver + 1) % at.members()))
    {
    }
    int count() const { return at_.members() == 1 ? 0 : left_; }
    int next()
    {
        while (carrier_ + turn_ >= at_.size(home_)) {
            carrier_ = k_ring::back(carrier_, 1, at_.members());
            turn_ = 0;
        }
        int block = at_.member(home_, carrier_ + turn_);
        turn_ += at_.members();
        return block;
    }

private:
    k_ring at_;
    int home_, carrier_, left_, turn_ = 0;
};

} // namespace hocket
