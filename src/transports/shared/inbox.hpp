// SPDX-License-Identifier: BSD-3-Clause
// What one rank gets from others of its node. The messages of a ring come in their order; one that nobody awaits yet is
// set aside, so that it does not stop those of other contexts.
#pragma once
#include "transports/shared/area.hpp"
#include "transports/shared/parts.hpp"
#include "transports/shared/waiting_list.hpp"
#include <array>
#include <vector>

namespace hocket {

// How a receiver gets at what was lent to it.
class reader {
public:
    virtual ~reader() = default;
    // Into the request's memory, or combined with it. Nothing that could not be combined again has changed where it is
    // refused.
    enum class outcome { read, refused, lost };
    virtual outcome read(int from, const slot& what, const request& into) = 0;
};

template <class Area> class inbox {
public:
    inbox(Area& area, const area_shape& shape, int me, reader& far)
        : area_(area), shape_(shape), me_(me), far_(far), ways_(std::size_t(shape.ranks))
    {
        busy_.reserve(ways_.size());
    }

    // True: it has come. landing(bytes): memory until the end of the operation.
    template <class Landing> bool post(request& r, int from, Landing landing)
    {
        auto& w = ways_[std::size_t(from)];
        bool alone = w.idle(), came = false;
        auto found = std::ranges::find(w.aside, r.context, [](auto& a) { return int(a.is.context); });
        if (found != w.aside.end()) {
            auto what = std::move(*found);
            w.aside.erase(found);
            came = receive(w, from, what.is, what.data.data(), r, landing);
        } else {
            w.waiting.append(r);
            if (alone) look(w, from, landing, [&](request&) { came = true; });
        }
        if (came || w.busy) return came;
        w.busy = true;
        busy_.push_back(from);
        return false;
    }

    // Calls ended(request&) for what has come. False: nothing has.
    template <class Landing, class Ended> bool progress(Landing landing, Ended ended)
    {
        bool moved = false;
        for (std::size_t i = 0; i < busy_.size();) {
            auto& w = ways_[std::size_t(busy_[i])];
            moved |= look(w, busy_[i], landing, ended);
            w.busy = !w.idle();
            if (w.busy) ++i;
            else busy_[i] = busy_.back(), busy_.pop_back();
        }
        return moved;
    }

    // A message had another length than its receiver expects, or is lost: nothing more comes.
    bool failed() const { return failed_; }

    void cancel(const request& r)
    {
        for (auto& w : ways_) {
            w.waiting.remove(r);
            for (auto& s : w.streams)
                if (s.who == &r) s = {}, --w.streaming;
        }
    }

private:
    struct put_aside {
        slot is;
        std::vector<std::byte> data; // of a cell
    };
    // Something lent that comes in fragments.
    struct stream {
        request* who = nullptr;
        std::size_t come = 0;
        std::byte* landing = nullptr; // of what is then combined
    };
    // From one rank.
    struct way {
        std::uint64_t taken = 0; // slots of its ring
        waiting_list waiting;
        std::vector<put_aside> aside;
        std::array<stream, area_shape::loans> streams{};
        int streaming = 0;
        bool busy = false;

        bool idle() const { return waiting.empty() && streaming == 0; }
    };

    template <class Landing, class Ended> bool look(way& w, int from, Landing landing, Ended ended)
    {
        bool moved = false;
        while (!w.idle() && !failed_) {
            auto at = shape_.slot_at(me_, w.taken);
            if (area_.acquire(from, at) != w.taken + 1) break;
            slot is;
            std::memcpy(&is, area_.look(from, at, sizeof is), sizeof is);
            auto* ended_now = accept(w, from, is, landing);
            area_.release(shape_.taken_from(from), ++w.taken);
            moved = true;
            if (ended_now) ended(*ended_now);
        }
        return moved;
    }

    // Who has got all of its message by that.
    template <class Landing> request* accept(way& w, int from, const slot& is, Landing landing)
    {
        auto* data = is.where == carried::here || is.where == carried::lent
                         ? is.here
                         : area_.look(from, shape_.cell_at(is.cell), is.size);
        if (is.where == carried::fragment) return append(w, is, data);
        if (auto* r = w.waiting.take(is.context)) return receive(w, from, is, data, *r, landing) ? r : nullptr;
        bool in_cell = is.where == carried::cell;
        w.aside.push_back({is, in_cell ? std::vector(data, data + is.size) : std::vector<std::byte>()});
        return nullptr;
    }

    template <class Landing>
    bool receive(way& w, int from, const slot& is, const std::byte* data, request& r, Landing landing)
    {
        bool lent = is.where == carried::lent;
        failed_ = failed_ || (lent ? is.lent.size : is.size) != r.count;
        if (failed_) return false;
        if (!lent) return take_in(r, 0, is.where == carried::here ? is.here : data, r.count), true;
        auto answer = shape_.answer_to(from, is.place);
        auto how = far_.read(from, is, r);
        if (how == reader::outcome::read) return area_.release(answer, have_read(is.lent.number)), true;
        if (how == reader::outcome::lost) return failed_ = true, false;
        w.streams[is.place] = {&r, 0, r.what == verb::recv_reduce ? landing(r.count) : nullptr};
        ++w.streaming;
        area_.release(answer, send_it(is.lent.number));
        return false;
    }

    request* append(way& w, const slot& is, const std::byte* data)
    {
        auto& s = w.streams[is.place];
        if (!s.who) return nullptr; // given up
        if (s.landing) std::memcpy(s.landing + s.come, data, is.size);
        else put(*s.who, s.come, data, is.size);
        s.come += is.size;
        if (s.come < s.who->count) return nullptr;
        auto& r = *s.who;
        if (s.landing) combine(r, s.landing);
        s = {};
        --w.streaming;
        return &r;
    }

    Area& area_;
    const area_shape shape_;
    int me_;
    reader& far_;
    std::vector<way> ways_;
    std::vector<int> busy_; // of whom something is awaited
    bool failed_ = false;
};

} // namespace hocket
