// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "transports/neighbours.hpp"
#include "transports/shared/board.hpp"
#include "transports/shared/waiting_list.hpp"
#include <algorithm>
#include <utility>

namespace hocket {

// Tells and hears under way on a board. A rank's tells come in their order, but those of several nets mix in any way:
// one that nobody awaits yet is set aside, so that it does not stop those of other contexts.
template <class Area> class announcements {
public:
    announcements(Area& area, const area_shape& shape, int me, bool crowded)
        : board_(area, shape, me), me_(me), looks_(crowded ? 1 : 64), place_(shape.tell),
          ways_(std::size_t(shape.ranks))
    {
        busy_.reserve(ways_.size());
    }

    // True: done. Most of what is awaited comes within a short look, but not while it waits for this rank's processor.
    bool post(request& r, int peer)
    {
        if (r.what == verb::send) {
            if (tells_.empty() && board_.tell(r)) return true;
            tells_.append(r);
            return false;
        }
        auto& w = ways_[std::size_t(peer)];
        if (has_come(w, peer, r)) return !failed_;
        w.waiting.append(r);
        if (!std::exchange(w.busy, true)) busy_.push_back(peer);
        return false;
    }

    // Calls ended(request&) for what is done. False: nothing is.
    template <class Ended> bool progress(Ended ended, bool all)
    {
        bool moved = false;
        for (; !tells_.empty() && board_.tell(*tells_.first()); moved = true) ended(*tells_.pop());
        for (std::size_t i = 0; i < busy_.size();) {
            auto& w = ways_[std::size_t(busy_[i])];
            moved |= look(w, busy_[i], ended);
            w.busy = !w.waiting.empty();
            if (w.busy) ++i;
            else busy_[i] = busy_.back(), busy_.pop_back();
        }
        vain_ = moved ? 0 : vain_ + 1;
        if ((vain_ % in_vain == in_vain - 1 || (all && !moved)) && !failed_) make_room();
        return moved;
    }

    // A tell had another length than somebody expects: nothing more comes.
    bool failed() const { return failed_; }

    heard_of heard() const { return heard_; }

    void cancel(const request& r)
    {
        tells_.remove(r);
        for (auto& w : ways_) w.waiting.remove(r);
    }

private:
    // Who has waited so long may be waited for: it takes what others have told without being asked, up to so much each.
    static constexpr unsigned in_vain = 256;
    static constexpr std::size_t most_aside = 64, most_bytes_aside = 1 << 20;
    struct put_aside {
        int context;
        std::vector<std::byte> data;
    };
    // From one rank.
    struct way {
        waiting_list waiting;
        std::vector<put_aside> aside;
        std::size_t bytes_aside = 0;
        bool busy = false;
    };
    using saying = typename board<Area>::saying;

    // True as well where it has another length.
    bool has_come(way& w, int peer, request& r)
    {
        auto found = std::ranges::find(w.aside, r.context, &put_aside::context);
        if (found != w.aside.end()) {
            receive(r, found->data);
            w.bytes_aside -= found->data.size();
            w.aside.erase(found);
            return true;
        }
        for (int i = 0; i < looks_ && w.waiting.empty() && !failed_; ++i) {
            auto said = board_.next_of(peer);
            if (!said) continue;
            if (said->context != r.context) {
                set_aside(w, *said);
                continue;
            }
            receive(r, *said);
            return true;
        }
        return false;
    }

    template <class Ended> bool look(way& w, int peer, Ended ended)
    {
        bool moved = false;
        while (!w.waiting.empty() && !failed_) {
            auto said = board_.next_of(peer);
            if (!said) break;
            moved = true;
            auto* r = w.waiting.take(said->context);
            if (!r) {
                set_aside(w, *said);
                continue;
            }
            receive(*r, *said);
            if (!failed_) ended(*r);
        }
        return moved;
    }

    void make_room()
    {
        for (int peer = 0; peer < int(ways_.size()); ++peer) {
            auto& w = ways_[std::size_t(peer)];
            if (peer == me_ || w.busy) continue;
            while (w.aside.size() < most_aside && w.bytes_aside < most_bytes_aside) {
                auto said = board_.next_of(peer);
                if (!said) break;
                set_aside(w, *said);
            }
        }
    }

    void set_aside(way& w, const saying& said)
    {
        w.aside.push_back({said.context, {}});
        copy(said, w.aside.back().data);
        w.bytes_aside += said.size;
    }

    void copy(const saying& said, std::vector<std::byte>& into)
    {
        into.clear();
        into.reserve(said.size);
        auto append = [&](std::size_t, cbytes some) { into.insert(into.end(), some.begin(), some.end()); };
        board_.hear(said, 0, said.size, append);
    }

    // Places are free again even where the length is wrong: somebody else may need them.
    void receive(request& r, const saying& said)
    {
        auto first = place_of(r, said.size, [&](std::size_t at) { return board_.entry_of(said, at); });
        if (!failed_ && first && !cuts_elements(r)) {
            auto take = [&](std::size_t at, cbytes some) { take_in(r, at, some.data(), some.size()); };
            board_.hear(said, *first, r.count, take);
            count(r, said.size);
            return;
        }
        copy(said, joined_);
        receive(r, joined_);
    }
    void receive(request& r, cbytes all)
    {
        auto first = place_of(r, all.size(), [&](std::size_t at) { return entry_at(all.data() + at); });
        failed_ = failed_ || !first;
        if (failed_) return;
        take_in(r, 0, all.data() + *first, r.count);
        count(r, all.size());
    }
    void count(const request& r, std::size_t whole)
    {
        ++heard_.tells;
        heard_.parts += r.count > 0 && r.count < whole;
    }
    bool cuts_elements(const request& r) const
    {
        return r.what == verb::recv_reduce && r.count > place_ && place_ % r.how->element != 0;
    }

    board<Area> board_;
    int me_, looks_;
    std::size_t place_; // bytes
    unsigned vain_ = 0; // looks in a row
    waiting_list tells_;
    std::vector<way> ways_; // by rank
    std::vector<int> busy_; // of whom something is awaited
    std::vector<std::byte> joined_; // a tell whose places cut elements in two, or one of a wrong length
    bool failed_ = false;
    heard_of heard_;
};

} // namespace hocket
