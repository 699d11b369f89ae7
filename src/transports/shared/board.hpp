// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "net/parts.hpp"
#include "transports/shared/area.hpp"
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace hocket {

// What each rank of a node tells all others: written once, and read by each of them where it lies. Every rank hears
// every tell, and its places are free again when all have. A deal is a tell of which each of them takes its own part.
template <class Area> class board {
public:
    // One tell; it is there until the rank says that it has heard.
    struct saying {
        int from, context;
        std::size_t size;
    };

    board(Area& area, const area_shape& shape, int me)
        : area_(area), shape_(shape), tells_at_(shape.tell_at(0)), heard_at_(shape.heard_from(0)), me_(me),
          heard_(std::size_t(shape.ranks), 0)
    {
    }

    // False: somebody has not heard what lies in its places.
    bool tell(const request& r)
    {
        auto end = told_ + shape_.places(r.count);
        if (!has_room(end)) return false;
        bring_pages(r.count);
        header what{std::uint32_t(r.count), std::uint32_t(r.context)};
        for (std::size_t from = 0; told_ < end; from += shape_.tell) {
            auto at = tell_at(told_), into = told_at(told_, r.count), n = std::min(shape_.tell, r.count - from);
            each_part(r, const_cast<std::byte*>(r.from), from, n, [&](std::byte* part, std::size_t some) {
                area_.write(into, part, some);
                into += some;
            });
            area_.write(at + sizeof(std::uint64_t), &what, sizeof what);
            area_.release(at, ++told_);
        }
        return true;
    }

    // The first thing that this rank has not heard of that one, when all of it is there.
    std::optional<saying> next_of(int from)
    {
        auto heard = heard_[std::size_t(from)];
        auto at = tell_at(heard);
        if (area_.acquire(from, at) != heard + 1) return std::nullopt;
        header what;
        std::memcpy(&what, area_.look(from, at + sizeof(std::uint64_t), sizeof what), sizeof what);
        auto places = shape_.places(what.size);
        if (places > 1 && area_.acquire(from, tell_at(heard + places - 1)) != heard + places) return std::nullopt;
        return saying{from, int(what.context), what.size};
    }
    // What the list in front of it says there.
    list_entry entry_of(const saying& said, std::size_t at) const
    {
        auto place = heard_[std::size_t(said.from)] + at / shape_.tell;
        return entry_at(area_.look(said.from, told_at(place, said.size) + at % shape_.tell, sizeof(list_entry)));
    }
    // Of n bytes from `first` on: take(bytes of them that come before, some bytes), from the first to the last.
    template <class Take> void hear(const saying& said, std::size_t first, std::size_t n, Take take)
    {
        auto& heard = heard_[std::size_t(said.from)];
        auto place = heard;
        if (said.size <= shape_.tell) {
            if (n > 0) take(0, cbytes(area_.look(said.from, told_at(place, said.size) + first, n), n));
            area_.release(heard_at(said.from), ++heard);
            return;
        }
        heard += shape_.places(said.size);
        for (std::size_t at = 0; place < heard; ++place, at += shape_.tell) {
            auto from = std::max(first, at), end = std::min(first + n, at + shape_.tell);
            if (from >= end) continue;
            auto some = end - from;
            take(from - first, cbytes(area_.look(said.from, told_at(place, said.size) + (from - at), some), some));
        }
        area_.release(heard_at(said.from), heard);
    }

private:
    struct header {
        std::uint32_t size, context;
    };
    static_assert(sizeof(std::uint64_t) + sizeof(header) == area_shape::tell_data);

    // As the shape has them, which would find out anew where they begin.
    std::size_t tell_at(std::uint64_t count) const { return tells_at_ + count % area_shape::tells * area_shape::line; }
    std::size_t heard_at(int from) const { return heard_at_ + std::size_t(from) * sizeof(std::uint64_t); }

    std::size_t told_at(std::uint64_t count, std::size_t size) const
    {
        return size <= area_shape::told_here ? tell_at(count) + area_shape::tell_data : shape_.told_at(count, size);
    }

    // Of a ring when it is first used: one by one, at the first times round it, they took ten times as long as what is
    // told in them (a broadcast of 4 KB 11 us, not 1).
    void bring_pages(std::size_t n)
    {
        if (n <= area_shape::told_here) return;
        bool near = shape_.is_near(n);
        if (std::exchange(near ? has_told_near_ : has_told_far_, true)) return;
        if (near) area_.bring_pages(me_, shape_.told_near_at(), shape_.told_far_at() - shape_.told_near_at());
        else area_.bring_pages(me_, shape_.told_far_at(), shape_.told_far());
    }

    // What the others have heard is looked up no more often than the ring goes round.
    bool has_room(std::uint64_t end)
    {
        if (end - heard_by_all_ <= area_shape::tells) return true;
        heard_by_all_ = told_;
        for (int other = 0; other < shape_.ranks; ++other)
            if (other != me_) heard_by_all_ = std::min(heard_by_all_, area_.acquire(other, heard_at(me_)));
        return end - heard_by_all_ <= area_shape::tells;
    }

    Area& area_;
    const area_shape shape_;
    std::size_t tells_at_, heard_at_;
    int me_;
    bool has_told_near_ = false, has_told_far_ = false;
    std::uint64_t told_ = 0, heard_by_all_ = 0; // places
    std::vector<std::uint64_t> heard_;          // of each rank
};

} // namespace hocket
