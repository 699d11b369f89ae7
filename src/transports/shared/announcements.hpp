// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "transports/shared/board.hpp"
#include "transports/shared/waiting_list.hpp"

namespace hocket {

// Tells and hears under way on a board, in their order: of each rank's tells, and of the own ones.
template <class Area> class announcements {
public:
    announcements(Area& area, const area_shape& shape, int me)
        : board_(area, shape, me), hears_(std::size_t(shape.ranks))
    {
        busy_.reserve(hears_.size());
    }

    // True: done. Most of what is awaited comes within a short look.
    bool post(request& r, int peer)
    {
        bool tells = r.what == verb::send;
        auto& before = tells ? tells_ : hears_[std::size_t(peer)];
        if (before.empty())
            for (int i = 0; i < (tells ? 1 : looks) && !failed_; ++i)
                if (go(r, peer)) return true;
        if (!tells && before.empty()) busy_.push_back(peer);
        before.append(r);
        return false;
    }

    // Calls ended(request&) for what is done. False: nothing is.
    template <class Ended> bool progress(Ended ended)
    {
        bool moved = drain(tells_, -1, ended);
        for (std::size_t i = 0; i < busy_.size();) {
            auto& waiting = hears_[std::size_t(busy_[i])];
            moved |= drain(waiting, busy_[i], ended);
            if (!waiting.empty()) ++i;
            else busy_[i] = busy_.back(), busy_.pop_back();
        }
        return moved;
    }

    // A tell had another length than somebody expects: nothing more comes.
    bool failed() const { return failed_; }

    void cancel(const request& r)
    {
        tells_.remove(r);
        for (auto& waiting : hears_) waiting.remove(r);
    }

private:
    static constexpr int looks = 64;

    bool go(const request& r, int peer)
    {
        auto how = r.what == verb::send ? board_.tell(r) : board_.hear(r, peer);
        failed_ = failed_ || how == board<Area>::outcome::unequal;
        return how == board<Area>::outcome::done;
    }

    template <class Ended> bool drain(waiting_list& waiting, int peer, Ended ended)
    {
        bool moved = false;
        for (; !waiting.empty() && !failed_ && go(*waiting.first(), peer); moved = true) ended(*waiting.pop());
        return moved;
    }

    board<Area> board_;
    waiting_list tells_;
    std::vector<waiting_list> hears_; // by rank
    std::vector<int> busy_;           // of whom something is awaited
    bool failed_ = false;
};

} // namespace hocket
