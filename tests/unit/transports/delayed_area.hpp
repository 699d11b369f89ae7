// SPDX-License-Identifier: BSD-3-Clause
// Memory that ranks share on a machine that keeps as little order as the rules of C++ allow: a store is seen late, or
// early, and for certain only by who has acquired what its writer released afterwards, or has heard of that from a
// third. Between any two accesses of a rank others may have had their turn. Everything is drawn from one seed.
#pragma once
#include "net/request.hpp"
#include <cstring>
#include <functional>
#include <map>
#include <random>
#include <utility>
#include <vector>

namespace hocket {

class delayed_memory {
public:
    delayed_memory(int ranks, std::size_t bytes_each, unsigned seed)
        : ranks_(ranks), dice_(seed), busy_(std::size_t(ranks)), logs_(std::size_t(ranks)), views_(std::size_t(ranks))
    {
        for (auto& of_one : views_) of_one.assign(std::size_t(ranks), {std::vector<std::byte>(bytes_each), 0});
    }

    // Gives a rank its turn.
    void give_turns(std::function<void(int)> turn) { turn_ = std::move(turn); }
    void somebodys_turn()
    {
        auto rank = dice_() % busy_.size();
        if (busy_[rank]) return;
        busy_[rank] = true;
        turn_(int(rank));
        busy_[rank] = false;
    }

    void store(int owner, std::size_t at, cbytes data)
    {
        meanwhile();
        log(owner).push_back({at, {data.begin(), data.end()}, {}});
        apply(owner, owner, log(owner).size() - 1);
        view(owner, owner).sure = log(owner).size();
    }
    void release(int owner, std::size_t at, std::uint64_t value)
    {
        store(owner, at, std::as_bytes(std::span(&value, 1)));
        for (int other = 0; other < ranks_; ++other) log(owner).back().seen.push_back(view(owner, other).sure);
    }
    std::uint64_t acquire(int reader, int owner, std::size_t at)
    {
        meanwhile();
        for (auto i = view(reader, owner).sure; i < log(owner).size(); ++i) {
            auto& s = log(owner)[i];
            if (s.at == at && !s.seen.empty() && dice_() % 2) learn(reader, s.seen);
        }
        std::uint64_t value = 0;
        std::memcpy(&value, view(reader, owner).memory.data() + at, sizeof value);
        return value;
    }
    const std::byte* look(int reader, int owner, std::size_t at)
    {
        meanwhile();
        for (auto i = view(reader, owner).sure; i < log(owner).size(); ++i)
            if (dice_() % 4 == 0 && log(owner)[i].seen.empty()) apply(reader, owner, i);
        return view(reader, owner).memory.data() + at;
    }

    // Adding to a word is in one order for all, and says nothing of other words.
    std::uint64_t take(int owner, std::size_t at, std::uint64_t n)
    {
        meanwhile();
        return std::exchange(sums_[{owner, at}], sums_[{owner, at}] + n);
    }

    // That rank has all of it at hand.
    void bring_pages(int reader, int owner, std::size_t n) { brought_[{reader, owner}] += n; }
    std::size_t brought(int reader, int owner) const
    {
        auto found = brought_.find({reader, owner});
        return found == brought_.end() ? 0 : found->second;
    }

private:
    void meanwhile()
    {
        if (turn_ && dice_() % 4 == 0) somebodys_turn();
    }
    struct stored {
        std::size_t at;
        std::vector<std::byte> data;
        std::vector<std::size_t> seen; // of a release: what its writer knew of each rank's stores
    };
    struct seen_by {
        std::vector<std::byte> memory;
        std::size_t sure; // so many stores of its owner
    };
    std::vector<stored>& log(int owner) { return logs_[std::size_t(owner)]; }
    seen_by& view(int reader, int owner) { return views_[std::size_t(reader)][std::size_t(owner)]; }

    void apply(int reader, int owner, std::size_t i)
    {
        auto& s = log(owner)[i];
        std::ranges::copy(s.data, view(reader, owner).memory.begin() + std::ptrdiff_t(s.at));
    }
    void learn(int reader, const std::vector<std::size_t>& known)
    {
        for (int owner = 0; owner < ranks_; ++owner)
            for (auto& sure = view(reader, owner).sure; sure < known[std::size_t(owner)]; ++sure)
                apply(reader, owner, sure);
    }

    int ranks_;
    std::mt19937_64 dice_;
    std::function<void(int)> turn_;
    std::vector<bool> busy_; // it is already somebody's turn
    std::vector<std::vector<stored>> logs_;
    std::map<std::pair<int, std::size_t>, std::uint64_t> sums_;
    std::vector<std::vector<seen_by>> views_; // of each rank, of each owner
    std::map<std::pair<int, int>, std::size_t> brought_; // bytes: by whom, of whom
};

// One rank's way to it.
class delayed_area {
public:
    delayed_area(delayed_memory& in, int me) : in_(&in), me_(me) {}
    std::uint64_t acquire(int owner, std::size_t at) const { return in_->acquire(me_, owner, at); }
    void release(std::size_t at, std::uint64_t value) { in_->release(me_, at, value); }
    void write(std::size_t at, const void* from, std::size_t n)
    {
        in_->store(me_, at, {static_cast<const std::byte*>(from), n});
    }
    void bring_pages(int owner, std::size_t, std::size_t n) { in_->bring_pages(me_, owner, n); }
    bool streams() const { return false; }
    std::uint64_t take(int owner, std::size_t at, std::uint64_t n) { return in_->take(owner, at, n); }
    const std::byte* look(int owner, std::size_t at, std::size_t) const { return in_->look(me_, owner, at); }

private:
    delayed_memory* in_;
    int me_;
};

} // namespace hocket
