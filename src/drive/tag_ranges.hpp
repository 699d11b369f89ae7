// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "drive/seat.hpp"
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace hocket {

class nonblocking_operation;

// What keeps operations on one communicator apart: ranges of tags. The first is that of blocking operations. Each
// nonblocking one in turn has one of a few; if that is still in use, it begins when it is free. A persistent one has
// its own as long as it lives. All ranks ask in one order.
class tag_ranges {
public:
    static constexpr int most = 64, most_lasting = 1024, width = 32768; // contexts of a net
    // Who makes and frees one at a time touches the memory of no more than so many.
    static constexpr int asked_after = 8;

    // `upper_bound`: of the library's tags.
    explicit tag_ranges(int upper_bound)
        : n_(std::min(most, upper_bound / width - 1)),
          lasting_(n_ == most ? std::min(most_lasting, upper_bound / width - 1 - most) : 0)
    {
    }
    ~tag_ranges() { clear_seats(); }
    bool any() const { return n_ > 0; }
    int next() { return 1 + int(taken_++ % unsigned(n_)); }
    // From now on no more of these: on all ranks after the same operation.
    void keep_to(int n) { n_ = std::min(n_, n); }
    nonblocking_operation*& user_of(int range) { return users_[range - 1]; } // the last who is to have it

    // False: the ranks should ask one another first. Also after some have been taken, for the first ones, which have
    // memory of their own, may be free again.
    bool has_lasting() const { return !free_.empty() && since_asked_ < asked_after; }
    int coming_lasting() const { return free_.back(); }
    int next_lasting()
    {
        int range = free_.back();
        free_.pop_back();
        ++since_asked_;
        std::lock_guard held(lock_);
        in_use_[std::size_t(range - 1 - most)] = 1;
        return range;
    }
    // Here, by any thread; another may have it once all ranks know.
    void give_back(int range)
    {
        if (range <= most) return;
        std::lock_guard held(lock_);
        in_use_[std::size_t(range - 1 - most)] = 0;
    }
    // One word for each lasting range, not 0 where it is in use.
    std::vector<std::uint64_t> in_use()
    {
        std::lock_guard held(lock_);
        in_use_.resize(std::size_t(lasting_));
        return in_use_;
    }
    void renew(const std::vector<std::uint64_t>& in_use_anywhere)
    {
        free_.clear();
        since_asked_ = 0;
        for (int i = lasting_; i-- > 0;)
            if (!in_use_anywhere[std::size_t(i)]) free_.push_back(1 + most + i);
    }

    // What the last operation with that range has left, by any thread. Null: nothing, or a persistent one is to have
    // it.
    std::unique_ptr<seat> take_seat(int range)
    {
        return std::unique_ptr<seat>(range <= most ? seats_[std::size_t(range - 1)].exchange(nullptr) : nullptr);
    }
    // Messages of the library's cost so much that a seat for them is not worth its memory.
    void leave_seat(int range, std::unique_ptr<seat> one)
    {
        if (range > most || !one->lane || !one->port.is_as_new()) return;
        one->port.keep_nothing();
        one.reset(seats_[std::size_t(range - 1)].exchange(one.release()));
    }
    void clear_seats()
    {
        for (auto& one : seats_) delete one.exchange(nullptr);
    }

    // Of an operation here; later ones end in it too.
    int failure() const { return failure_; }
    void fail(int code) { failure_ = code; }

    // How many operations there are, under way or persistent.
    std::atomic<int>& alive() { return alive_; }
    const std::atomic<int>& alive() const { return alive_; }

private:
    int n_, lasting_;
    unsigned taken_ = 0;
    nonblocking_operation* users_[most] = {};
    std::array<std::atomic<seat*>, most> seats_{};
    std::mutex lock_;
    std::vector<std::uint64_t> in_use_;
    int since_asked_ = 0; // taken
    std::vector<int> free_; // on all ranks, when they last asked one another
    std::atomic<int> failure_{0}; // MPI_SUCCESS
    std::atomic<int> alive_{0};
};

} // namespace hocket
