// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "net/parts.hpp"
#include "transports/shared/area.hpp"
#include <vector>

namespace hocket {

// What each rank of a node tells all others: written once, and read by each of them where it lies. Every rank hears
// every tell, and a place is free again when all have.
template <class Area> class board {
public:
    enum class outcome { done, not_yet, unequal };

    board(Area& area, const area_shape& shape, int me)
        : area_(area), shape_(shape), me_(me), heard_(std::size_t(shape.ranks), 0)
    {
    }

    // Not yet: somebody has not heard what lies in its place.
    outcome tell(const request& r)
    {
        if (!has_room()) return outcome::not_yet;
        auto at = shape_.tell_at(told_), into = at + shape_.tell_data;
        each_part(r, const_cast<std::byte*>(r.from), 0, r.count, [&](std::byte* from, std::size_t n) {
            area_.write(into, from, n);
            into += n;
        });
        std::uint64_t size = r.count;
        area_.write(at + shape_.tell_size, &size, sizeof size);
        area_.release(at, ++told_);
        return outcome::done;
    }

    outcome hear(const request& r, int from)
    {
        auto& heard = heard_[std::size_t(from)];
        auto at = shape_.tell_at(heard);
        if (area_.acquire(from, at) != heard + 1) return outcome::not_yet;
        std::uint64_t size;
        std::memcpy(&size, area_.look(from, at + shape_.tell_size, sizeof size), sizeof size);
        if (size != r.count) return outcome::unequal;
        take_in(r, 0, area_.look(from, at + shape_.tell_data, size), size);
        area_.release(shape_.heard_from(from), ++heard);
        return outcome::done;
    }

private:
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
