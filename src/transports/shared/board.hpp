// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "net/parts.hpp"
#include "transports/shared/area.hpp"
#include <optional>
#include <vector>

namespace hocket {

// What each rank of a node tells all others: written once, and read by each of them where it lies. Every rank hears
// every tell, and a place is free again when all have.
template <class Area> class board {
public:
    // Of one tell; the bytes are there until the rank says that it has heard.
    struct saying {
        int context;
        cbytes data;
    };

    board(Area& area, const area_shape& shape, int me)
        : area_(area), shape_(shape), me_(me), heard_(std::size_t(shape.ranks), 0)
    {
    }

    // False: somebody has not heard what lies in its place.
    bool tell(const request& r)
    {
        if (!has_room()) return false;
        auto at = shape_.tell_at(told_), into = at + shape_.tell_data;
        each_part(r, const_cast<std::byte*>(r.from), 0, r.count, [&](std::byte* from, std::size_t n) {
            area_.write(into, from, n);
            into += n;
        });
        header what{std::uint32_t(r.count), std::uint32_t(r.context)};
        area_.write(at + sizeof(std::uint64_t), &what, sizeof what);
        area_.release(at, ++told_);
        return true;
    }

    // The first thing that this rank has not heard of that one.
    std::optional<saying> next_of(int from)
    {
        auto heard = heard_[std::size_t(from)];
        auto at = shape_.tell_at(heard);
        if (area_.acquire(from, at) != heard + 1) return std::nullopt;
        header what;
        std::memcpy(&what, area_.look(from, at + sizeof(std::uint64_t), sizeof what), sizeof what);
        return saying{int(what.context), {area_.look(from, at + shape_.tell_data, what.size), what.size}};
    }
    void has_heard(int from) { area_.release(shape_.heard_from(from), ++heard_[std::size_t(from)]); }

private:
    struct header {
        std::uint32_t size, context;
    };
    static_assert(sizeof(std::uint64_t) + sizeof(header) == area_shape::tell_data);

    // What the others have heard is looked up no more often than the ring goes round.
    bool has_room()
    {
        if (told_ - heard_by_all_ < area_shape::tells) return true;
        heard_by_all_ = told_;
        for (int other = 0; other < shape_.ranks; ++other)
            if (other != me_) heard_by_all_ = std::min(heard_by_all_, area_.acquire(other, shape_.heard_from(me_)));
        return told_ - heard_by_all_ < area_shape::tells;
    }

    Area& area_;
    const area_shape shape_;
    int me_;
    std::uint64_t told_ = 0, heard_by_all_ = 0;
    std::vector<std::uint64_t> heard_; // of each rank
};

} // namespace hocket
