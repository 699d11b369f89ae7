// SPDX-License-Identifier: BSD-3-Clause
// What one rank sends to others of its node: short messages in slots, middle ones in cells, long ones lent, which the
// receiver reads where they lie, the longest with the sender's help, or asks for in fragments where it may not.
#pragma once
#include "net/parts.hpp"
#include "transports/shared/joint_copy.hpp"
#include "transports/shared/sent_cells.hpp"
#include "transports/shared/waiting_list.hpp"
#include <array>
#include <vector>

namespace hocket {

template <class Area> class outbox {
public:
    // Messages of more than `lend` bytes are lent, while this rank streams or takes cells in turn of more than
    // `lend_later`, all that are too long for cells, and some of a rank that only sends. Where all that is long is lent
    // from the start, no cells are taken in turn.
    outbox(Area& area, const area_shape& shape, int me, std::size_t lend, std::size_t lend_later, far_memory& far)
        : area_(area), shape_(shape), me_(me), far_(far), lend_(std::min(lend, shape.longest())),
          lend_later_(std::min(lend_later, shape.longest())), ways_(std::size_t(shape.ranks)), cells_(area, shape, me)
    {
        busy_.reserve(ways_.size());
    }

    // True: the buffer is the caller's again. Messages to one rank leave in the order of posting. only_sends: this rank
    // has had none to receive in this operation; whether it will have is known when it looks for progress.
    bool post(request& r, int to, bool only_sends)
    {
        if (shape_.is_long(r.count) && shape_.is_long(lend_ + 1)) cells_.count_long(r.count);
        auto& w = ways_[std::size_t(to)];
        bool waits = !w.waiting.empty() || (only_sends && (might_be_lent(r, to) || r.count >= shape_.passes));
        auto how = waits ? leaving::later : place(r, w, to, false);
        if (how == leaving::gone) return true;
        if (how == leaving::later) w.waiting.append(r);
        if (!w.busy) busy_.push_back(to);
        w.busy = true;
        return false;
    }

    // Calls ended(request&) for those whose buffers are the caller's again. False: nothing has moved.
    template <class Ended> bool progress(bool only_sends, Ended ended)
    {
        bool moved = false;
        for (std::size_t i = 0; i < busy_.size();) {
            int to = busy_[i];
            auto& w = ways_[std::size_t(to)];
            for (int k = 0; k < area_shape::loans && w.lent > 0; ++k)
                if (w.loans[std::size_t(k)].who) moved |= settle(w, to, k, ended);
            moved |= drain(w, to, only_sends, ended);
            w.busy = !w.waiting.empty() || w.lent > 0;
            if (w.busy) ++i;
            else busy_[i] = busy_.back(), busy_.pop_back();
        }
        return moved;
    }

    // After a failure only. What is lent may still be read where it was.
    void cancel(const request& r)
    {
        for (auto& w : ways_) {
            w.waiting.remove(r);
            for (auto& l : w.loans)
                if (l.who == &r) l = {nullptr, l.number, false, 0}, --w.lent, left_lent_ = true;
        }
    }
    bool has_left_lent() const { return left_lent_; }
    // In bytes, of what lies in pieces: the other end may not take its cells in turn.
    std::size_t longest_in_pieces() const { return area_.streams() ? lend_later_ : lend_; }
    // It has not answered yet, whether it reads what was lent or has not come to it.
    bool lends_to(int rank) const { return ways_[std::size_t(rank)].lent > 0; }

private:
    enum class leaving { gone, lent, later };
    struct loan {
        request* who = nullptr;
        std::uint64_t number = 0;
        bool asked = false;     // for fragments
        std::size_t passed = 0; // bytes of them
        joint_help help{};
    };
    // To one rank.
    struct way {
        std::uint64_t sent = 0, taken = 0; // slots of its ring
        waiting_list waiting;              // for room
        std::array<loan, area_shape::loans> loans{};
        int lent = 0;
        bool busy = false;
    };

    // Where a streamed cell lies makes no difference.
    bool turns_now() const { return cells_.in_turn() && !area_.streams(); }
    std::size_t longest_not_lent() const { return turns_now() ? lend_later_ : longest_in_pieces(); }

    // Of ranks that take turns who only sends would copy alone what its receivers can copy side by side; in exchanges
    // all have to copy anyhow. A scatter of 16 KB takes half as long under MPICH, and a third longer under Open MPI.
    bool might_be_lent(const request& r, int to) const
    {
        bool long_enough = shape_.run > 1 && !r.pieces && r.count > shape_.cell / 4 && r.count <= lend_;
        return long_enough && far_.may_fetch(to) && cells_.others_have_to_read(to);
    }

    leaving place(request& r, way& w, int to, bool only_sends)
    {
        if (!has_room(w, to)) return leaving::later;
        slot s;
        s.context = std::uint16_t(r.context);
        s.size = std::uint32_t(std::min<std::size_t>(r.count, UINT32_MAX));
        if (r.count > longest_not_lent() || (only_sends && might_be_lent(r, to)))
            return lend(r, w, to, s, only_sends && r.count >= shape_.passes);
        if (r.count <= slot::most_here) {
            auto* into = s.here;
            each_part(r, const_cast<std::byte*>(r.from), 0, r.count, [&](std::byte* at, std::size_t n) {
                std::memcpy(into, at, n);
                into += n;
            });
            send(w, to, s, s.size);
            return leaving::gone;
        }
        return in_cell(r, w, to, s, 0, r.count) ? leaving::gone : lend(r, w, to, s, false);
    }

    bool has_room(way& w, int to)
    {
        if (w.sent - w.taken < area_shape::depth) return true;
        w.taken = area_.acquire(to, shape_.taken_from(me_));
        return w.sent - w.taken < area_shape::depth;
    }

    void send(way& w, int to, slot& s, std::size_t used)
    {
        auto at = shape_.slot_at(to, w.sent);
        s.tag = ++w.sent;
        area_.write(at + sizeof s.tag, reinterpret_cast<const std::byte*>(&s) + sizeof s.tag, 8 + used);
        area_.release(at, s.tag);
    }

    bool in_cell(const request& r, way& w, int to, slot& s, std::size_t from, std::size_t n)
    {
        bool fragment = s.where == carried::fragment;
        cells_wanted what{shape_.cells_for(n), fragment, turns_now() && (fragment || shape_.is_long(n))};
        cells_.bring_pages(what);
        int cell = cells_.find(what);
        if (cell < 0) return false;
        auto into = shape_.cell_at(std::uint32_t(cell));
        each_part(r, const_cast<std::byte*>(r.from), from, n, [&](std::byte* at, std::size_t some) {
            area_.write(into, at, some);
            into += some;
        });
        if (!fragment) s.where = carried::cell;
        s.cell = std::uint32_t(cell);
        s.size = std::uint32_t(n);
        send(w, to, s, sizeof s.cell);
        cells_.take(cell, what, to, w.sent);
        return true;
    }

    leaving lend(request& r, way& w, int to, slot& s, bool in_parts)
    {
        for (int k = 0; k < area_shape::loans; ++k) {
            auto& l = w.loans[std::size_t(k)];
            if (l.who) continue;
            l = {&r, l.number + 1, false, 0};
            ++w.lent;
            s.where = carried::lent;
            s.place = std::uint8_t(k);
            auto* at = r.pieces ? static_cast<const void*>(r.pieces) : r.from;
            s.lent = {reinterpret_cast<std::uintptr_t>(at), r.count, std::uint64_t(r.piece_count), l.number,
                      cells_.in_turn() || in_parts};
            send(w, to, s, sizeof s.lent);
            return leaving::lent;
        }
        return leaving::later;
    }

    // What has been read is the caller's again; what has been asked for goes as far as there is room.
    template <class Ended> bool settle(way& w, int to, int k, Ended ended)
    {
        auto& l = w.loans[std::size_t(k)];
        auto said = l.asked ? send_it(l.number) : area_.acquire(to, shape_.answer_to(me_, k));
        if (said == have_read(l.number)) return end(w, l, ended);
        if (said != send_it(l.number)) return l.help.with(area_, shape_, far_, *l.who, l.number, me_, to, k);
        l.asked = true;
        bool moved = false;
        for (; l.passed < l.who->count && has_room(w, to); moved = true) {
            slot s;
            s.where = carried::fragment;
            s.place = std::uint8_t(k);
            auto n = std::min(shape_.cell, l.who->count - l.passed);
            if (!in_cell(*l.who, w, to, s, l.passed, n)) break;
            l.passed += n;
        }
        return l.passed == l.who->count ? end(w, l, ended) : moved;
    }

    template <class Ended> bool end(way& w, loan& l, Ended ended)
    {
        --w.lent;
        ended(*std::exchange(l.who, nullptr));
        return true;
    }

    template <class Ended> bool drain(way& w, int to, bool only_sends, Ended ended)
    {
        bool moved = false;
        for (auto* r = w.waiting.first(); r; r = w.waiting.first(), moved = true) {
            auto how = place(*r, w, to, only_sends);
            if (how == leaving::later) break;
            w.waiting.pop();
            if (how == leaving::gone) ended(*r);
        }
        return moved;
    }

    Area& area_;
    const area_shape shape_;
    int me_;
    far_memory& far_;
    std::size_t lend_, lend_later_;
    std::vector<way> ways_;
    std::vector<int> busy_; // to whom something has still to go
    sent_cells<Area> cells_;
    bool left_lent_ = false;
};

} // namespace hocket
