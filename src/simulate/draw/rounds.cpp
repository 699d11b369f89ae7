// SPDX-License-Identifier: BSD-3-Clause
#include "simulate/draw/rounds.hpp"
#include <algorithm>
#include <array>
#include <deque>
#include <map>

namespace hocket {
namespace {

// All operations of all ranks, numbered through.
class clock_of_rounds {
public:
    explicit clock_of_rounds(const schedule& s) : s_(s)
    {
        for (auto& rank : s.ranks) {
            first_.push_back(int(waits_.size()));
            for (auto& op : rank.operations) add(int(first_.size()) - 1, op);
        }
    }
    round_table run()
    {
        std::vector<int> ready;
        for (std::size_t i = 0; i < waits_.size(); ++i)
            if (waits_[i].before == 0) ready.push_back(int(i));
        while (!ready.empty()) {
            int i = ready.back();
            ready.pop_back();
            begin(i, ready);
        }
        std::ranges::sort(made_.meetings);
        auto twice = std::ranges::unique(made_.meetings);
        made_.meetings.erase(twice.begin(), twice.end());
        return std::move(made_);
    }

private:
    struct waiting {
        int rank, before; // operations that have to end before
        int at = 0, partner = -1;
        bool reached = false;
        std::vector<int> after{};
    };

    void add(int rank, const scheduled& op)
    {
        int i = int(waits_.size());
        waits_.push_back({rank, int(op.after.size())});
        for (int j : op.after) waits_[std::size_t(first_.back() + j)].after.push_back(i);
        if (!op.is_message()) return;
        if (op.count > 0) any_bytes_ = true;
        int from = op.is_send() ? rank : op.peer, to = op.is_send() ? op.peer : rank;
        auto& halves = open_[{op.context, from, to}];
        auto& theirs = halves[!op.is_send()];
        if (theirs.empty()) return halves[op.is_send()].push_back(i);
        pair(i, theirs.front());
        theirs.pop_front();
    }
    void pair(int i, int j)
    {
        waits_[std::size_t(i)].partner = j;
        waits_[std::size_t(j)].partner = i;
    }
    const scheduled& operation(int i) const
    {
        auto rank = std::size_t(waits_[std::size_t(i)].rank);
        return s_.ranks[rank].operations[std::size_t(i - first_[rank])];
    }
    void begin(int i, std::vector<int>& ready)
    {
        auto& mine = waits_[std::size_t(i)];
        mine.reached = true;
        if (mine.partner < 0) return end(i, mine.at, ready);
        auto& theirs = waits_[std::size_t(mine.partner)];
        if (!theirs.reached) return;
        auto& op = operation(i);
        int at = std::max(mine.at, theirs.at), length = op.count > 0 || !any_bytes_;
        if (length > 0) note(mine.rank, theirs.rank, at, op.is_send());
        end(i, at + length, ready);
        end(mine.partner, at + length, ready);
    }
    void end(int i, int at, std::vector<int>& ready)
    {
        for (int later : waits_[std::size_t(i)].after) {
            auto& w = waits_[std::size_t(later)];
            w.at = std::max(w.at, at);
            if (--w.before == 0) ready.push_back(later);
        }
    }
    void note(int rank, int peer, int round, bool sends)
    {
        made_.meetings.push_back({rank, round, peer, sends});
        made_.meetings.push_back({peer, round, rank, !sends});
        made_.rounds = std::max(made_.rounds, round + 1);
    }

    const schedule& s_;
    std::vector<int> first_; // of each rank
    std::vector<waiting> waits_;
    std::map<std::array<int, 3>, std::array<std::deque<int>, 2>> open_; // of a channel: receives, sends
    bool any_bytes_ = false;
    round_table made_;
};

} // namespace

round_table rounds_of(const schedule& s)
{
    return clock_of_rounds(s).run();
}

} // namespace hocket
