// SPDX-License-Identifier: BSD-3-Clause
// A long message that both of its ends copy, so that the lender's processor does not wait for the receiver's. Each
// takes the next part that nobody has taken. How many are taken is the one word here that two ranks write; it only
// grows.
#pragma once
#include "transports/shared/far_memory.hpp"
#include <algorithm>
#include <chrono>
#include <cstring>

namespace hocket {

// What the receiver offers, in a line of its area.
struct joint_offer {
    std::uint64_t taken; // parts, by either
    std::uint64_t into, first; // where the message goes; what `taken` was before its first part
    std::uint64_t number; // of the loan; written last
};

// What the lender has done of a loan, in one word.
struct joint_share {
    std::uint64_t number, parts;
    bool refused; // a part of them

    std::uint64_t word() const { return number << 24 | std::uint64_t(refused) << 23 | parts; }
    static joint_share of(std::uint64_t word) { return {word >> 24, word & 0x7fffff, bool(word >> 23 & 1)}; }
};

// Is this what both may copy, as either end can tell for itself?
inline bool is_plain(const request& r)
{
    return (r.what == verb::send || r.what == verb::recv) && !r.pieces;
}

// The receiver's end of one.
template <class Area> class joint_receipt {
public:
    enum class state { waits, complete, refused };

    joint_receipt(const area_shape& shape, int me, int from, const slot& is, request& who)
        : who_(&who), from_(from), place_(is.place), is_(is.lent), parts_(shape.parts(who.count)),
          part_(shape.part(who.count)), offer_(shape.joint_from(from, is.place)), share_(shape.share_of(me, is.place))
    {
    }

    request& who() const { return *who_; }
    int from() const { return from_; }
    std::uint8_t place() const { return place_; }
    std::uint64_t number() const { return is_.number; }

    // Offers all parts, and copies those that it gets.
    void copy(Area& area, int me, far_memory& far)
    {
        auto into = reinterpret_cast<std::uintptr_t>(who_->into);
        first_ = area.take(me, offer_, 0);
        area.write(offer_ + offsetof(joint_offer, into), &into, sizeof into);
        area.write(offer_ + offsetof(joint_offer, first), &first_, sizeof first_);
        area.release(offer_ + offsetof(joint_offer, number), is_.number);
        for (std::uint64_t i; !refused_ && (i = area.take(me, offer_, 1) - first_) < parts_; ++mine_) {
            auto at = std::min(i * part_, who_->count);
            refused_ = !far.fetch(from_, is_.address + at, {who_->into + at, std::min(part_, who_->count - at)});
        }
        if (refused_) close(area, me);
    }

    state look(Area& area) const
    {
        auto theirs = joint_share::of(area.acquire(from_, share_));
        bool begun = theirs.number == is_.number;
        if ((begun ? theirs.parts : 0) < parts_ - mine_) return state::waits;
        return refused_ || (begun && theirs.refused) ? state::refused : state::complete;
    }

    // The lender takes no more, and is waited for as long as one that runs needs for a part. False: it may still write
    // what it has taken, as one that was stopped and goes on would.
    bool end(Area& area, int me)
    {
        using namespace std::chrono;
        close(area, me);
        for (auto start = steady_clock::now(); look(area) == state::waits;)
            if (steady_clock::now() - start > milliseconds(200)) return false;
        return true;
    }

private:
    // What nobody had taken counts as done here.
    void close(Area& area, int me)
    {
        auto before = std::min(area.take(me, offer_, parts_) - first_, parts_);
        mine_ += parts_ - before;
    }

    request* who_;
    int from_;
    std::uint8_t place_;
    decltype(slot::lent) is_;
    std::uint64_t parts_;
    std::size_t part_, offer_, share_;
    std::uint64_t first_ = 0, mine_ = 0;
    bool refused_ = false;
};

// The lender's end.
class joint_help {
public:
    // Copies a part, if there is one to be had of that loan. False: there is not.
    template <class Area>
    bool with(Area& area, const area_shape& shape, far_memory& far, const request& lent, std::uint64_t number, int me,
              int to, int place)
    {
        if (none_ || !is_plain(lent) || !shape.is_joint(lent.count) || !far.may_put(to)) return false;
        auto at = shape.joint_from(me, place);
        if (area.acquire(to, at + offsetof(joint_offer, number)) != number) return false;
        std::uint64_t told[2]; // where it goes, and what was taken before
        std::memcpy(told, area.look(to, at + offsetof(joint_offer, into), sizeof told), sizeof told);
        auto i = area.take(to, at, 1) - told[1];
        none_ = i >= shape.parts(lent.count);
        if (none_) return false;
        auto from = std::min(i * shape.part(lent.count), lent.count);
        cbytes part(lent.from + from, std::min(shape.part(lent.count), lent.count - from));
        none_ = !far.put(to, told[0] + from, part);
        area.release(shape.share_of(to, place), joint_share{number, ++done_, none_}.word());
        return true;
    }

private:
    std::uint64_t done_ = 0;
    bool none_ = false;
};

} // namespace hocket
