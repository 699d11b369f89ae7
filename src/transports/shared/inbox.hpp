// SPDX-License-Identifier: BSD-3-Clause
// What one rank gets from others of its node. The messages of a ring come in their order; one that nobody awaits yet is
// set aside, so that it does not stop those of other contexts.
#pragma once
#include "base/copy.hpp"
#include "net/parts.hpp"
#include "transports/shared/joint_copy.hpp"
#include "transports/shared/waiting_list.hpp"
#include <array>
#include <utility>
#include <vector>

namespace hocket {

template <class Area> class inbox {
public:
    inbox(Area& area, const area_shape& shape, int me, far_memory& far)
        : area_(area), shape_(shape), me_(me), far_(far), ways_(std::size_t(shape.ranks))
    {
        busy_.reserve(ways_.size());
        joint_.reserve(ways_.size());
    }

    // True: it has come. What is lent is not read yet: whoever posts a receive may want to send before.
    bool post(request& r, int from)
    {
        has_awaited_ = true;
        auto& w = ways_[std::size_t(from)];
        bool alone = w.idle(), came = false;
        auto found = std::ranges::find(w.aside, r.context, [](auto& a) { return int(a.is.context); });
        if (found != w.aside.end()) {
            auto what = std::move(*found);
            w.aside.erase(found);
            came = receive(from, what.is, what.data.data(), r);
        } else {
            w.waiting.append(r);
            if (alone) look(w, from, [&](request&) { came = true; });
        }
        if (came || w.busy) return came;
        w.busy = true;
        busy_.push_back(from);
        return false;
    }

    // Between operations.
    void begin()
    {
        spare_.clear();
        has_awaited_ = false;
    }
    // Has this operation had a message to receive, whether it has come or not?
    bool has_awaited() const { return has_awaited_; }

    // Calls ended(request&) for what has come. False: nothing has. landing(bytes): memory until the end of the
    // operation; is_busy(rank): it may have one of this rank's to copy.
    template <class Landing, class Busy, class Ended> bool progress(Landing landing, Busy is_busy, Ended ended)
    {
        bool moved = false;
        for (std::size_t i = 0; i < busy_.size();) {
            auto& w = ways_[std::size_t(busy_[i])];
            moved |= look(w, busy_[i], ended);
            w.busy = !w.idle();
            if (w.busy) ++i;
            else busy_[i] = busy_.back(), busy_.pop_back();
        }
        if (!failed_) moved |= end_joint(landing, ended);
        if (lent_.empty() || failed_) return moved;
        read_first(landing, is_busy, ended);
        return true;
    }

    // Somebody may still write into what an operation that was given up had as its memory.
    bool has_left_open() const { return left_open_; }

    // A message had another length than its receiver expects, or is lost: nothing more comes.
    bool failed() const { return failed_; }

    void cancel(const request& r)
    {
        std::erase_if(lent_, [&](auto& l) { return l.who == &r; });
        std::erase_if(joint_, [&](auto& one) {
            bool given_up = &one.who() == &r;
            if (given_up && !left_open_) left_open_ = !one.end(area_, me_);
            return given_up;
        });
        for (auto& w : ways_) {
            w.waiting.remove(r);
            for (auto& s : w.streams)
                if (s.who == &r) s = {}, --w.streaming;
        }
    }

private:
    struct put_aside {
        slot is;
        std::vector<std::byte> data; // of cells
    };
    // To be read where it lies.
    struct to_read {
        request* who;
        int from;
        slot is;
    };
    // Something lent that comes in fragments.
    struct stream {
        request* who = nullptr;
        std::size_t come = 0;
        bytes landing; // of what is combined when all has come, since fragments cut elements in two
    };
    // From one rank.
    struct way {
        std::uint64_t taken = 0; // slots of its ring
        waiting_list waiting;
        std::vector<put_aside> aside;
        std::array<stream, area_shape::loans> streams{};
        int streaming = 0;
        bool busy = false;
        bool has_pages = false; // of its sender's cells

        bool idle() const { return waiting.empty() && streaming == 0; }
    };

    template <class Ended> bool look(way& w, int from, Ended ended)
    {
        bool moved = false;
        while (!w.idle() && !failed_) {
            auto at = shape_.slot_at(me_, w.taken);
            if (area_.acquire(from, at) != w.taken + 1) break;
            slot is;
            std::memcpy(&is, area_.look(from, at, sizeof is), sizeof is);
            auto* ended_now = accept(w, from, is);
            area_.release(shape_.taken_from(from), ++w.taken);
            moved = true;
            if (ended_now) ended(*ended_now);
        }
        return moved;
    }

    // Who has got all of its message by that.
    request* accept(way& w, int from, const slot& is)
    {
        auto* data = is.where == carried::here || is.where == carried::lent ? is.here : look_at_cell(w, from, is);
        if (is.where == carried::fragment) return append(w, is, data);
        if (auto* r = w.waiting.take(is.context)) return receive(from, is, data, *r) ? r : nullptr;
        bool in_cell = is.where == carried::cell;
        w.aside.push_back({is, in_cell ? std::vector(data, data + is.size) : std::vector<std::byte>()});
        return nullptr;
    }

    // Where cells are taken in turn each one would be a fault of this rank's, too, when it comes to it.
    const std::byte* look_at_cell(way& w, int from, const slot& is)
    {
        if (shape_.is_in_turn(is.cell) && !std::exchange(w.has_pages, true))
            area_.bring_pages(from, shape_.cell_at(0), shape_.bytes_of_cells());
        return area_.look(from, shape_.cell_at(is.cell), is.size);
    }

    bool receive(int from, const slot& is, const std::byte* data, request& r)
    {
        bool lent = is.where == carried::lent;
        failed_ = failed_ || (lent ? is.lent.size : is.size) != r.count;
        if (failed_ && lent)
            area_.release(shape_.answer_to(from, is.place), have_read(is.lent.number)); // it need not wait
        if (failed_) return false;
        if (lent) return lent_.push_back({&r, from, is}), false;
        take_in(r, 0, is.where == carried::here ? is.here : data, r.count);
        return true;
    }

    // One at a time, so that others wait for one read at most.
    template <class Landing, class Busy, class Ended> void read_first(Landing landing, Busy is_busy, Ended ended)
    {
        auto [who, from, is] = lent_.front();
        lent_.erase(lent_.begin());
        if (is.lent.in_parts && combines_parts(*who)) return stream_from(from, is.place, is.lent.number, *who, landing);
        bool joint = is_plain(*who) && is.lent.pieces == 0 && shape_.is_joint(who->count) && far_.may_fetch(from);
        if (joint && !is_busy(from)) {
            joint_.emplace_back(shape_, me_, from, is, *who).copy(area_, me_, far_);
            end_joint(landing, ended);
            return;
        }
        auto answer = shape_.answer_to(from, is.place);
        auto how = far_.read(from, is, *who);
        if (how == far_memory::outcome::lost) {
            failed_ = true;
            area_.release(answer, have_read(is.lent.number));
        } else if (how == far_memory::outcome::read) {
            area_.release(answer, have_read(is.lent.number));
            ended(*who);
        } else {
            stream_from(from, is.place, is.lent.number, *who, landing);
        }
    }

    // Out of cells it goes without being copied before.
    bool combines_parts(const request& r) const
    {
        return r.what == verb::recv_reduce && shape_.cell % r.how->element == 0;
    }

    // Those whose lenders are through with their parts as well.
    template <class Landing, class Ended> bool end_joint(Landing landing, Ended ended)
    {
        auto before = joint_.size();
        for (std::size_t i = 0; i < joint_.size();) {
            auto now = joint_[i].look(area_);
            if (now == joint_receipt<Area>::state::waits) {
                ++i;
                continue;
            }
            auto one = joint_[i];
            joint_.erase(joint_.begin() + std::ptrdiff_t(i));
            if (now == joint_receipt<Area>::state::refused) {
                stream_from(one.from(), one.place(), one.number(), one.who(), landing);
                continue;
            }
            area_.release(shape_.answer_to(one.from(), one.place()), have_read(one.number()));
            ended(one.who());
        }
        return joint_.size() < before;
    }

    template <class Landing> void stream_from(int from, int place, std::uint64_t number, request& r, Landing landing)
    {
        auto& w = ways_[std::size_t(from)];
        bool cuts = r.what == verb::recv_reduce && !combines_parts(r);
        w.streams[std::size_t(place)] = {&r, 0, cuts ? landing_for(r.count, landing) : bytes()};
        ++w.streaming;
        if (!std::exchange(w.busy, true)) busy_.push_back(from);
        area_.release(shape_.answer_to(from, place), send_it(number));
    }

    request* append(way& w, const slot& is, const std::byte* data)
    {
        auto& s = w.streams[is.place];
        if (!s.who) return nullptr; // given up
        if (s.landing.data()) copy_bytes(s.landing.data() + s.come, data, is.size);
        else take_in(*s.who, s.come, data, is.size);
        s.come += is.size;
        if (s.come < s.who->count) return nullptr;
        auto& r = *s.who;
        if (s.landing.data()) {
            combine(r, s.landing.data());
            spare_.push_back(s.landing);
        }
        s = {};
        --w.streaming;
        return &r;
    }

    // Memory that an earlier message of the operation has left, where that is long enough.
    template <class Landing> bytes landing_for(std::size_t n, Landing landing)
    {
        auto fits = std::ranges::find_if(spare_, [n](bytes b) { return b.size() >= n; });
        if (fits == spare_.end()) return {landing(n), n};
        auto found = std::exchange(*fits, spare_.back());
        spare_.pop_back();
        return found;
    }

    Area& area_;
    const area_shape shape_;
    int me_;
    far_memory& far_;
    std::vector<way> ways_;
    std::vector<int> busy_; // of whom something is awaited
    std::vector<to_read> lent_;
    std::vector<joint_receipt<Area>> joint_; // whose lenders still copy
    std::vector<bytes> spare_;
    bool failed_ = false, left_open_ = false, has_awaited_ = false;
};

} // namespace hocket
