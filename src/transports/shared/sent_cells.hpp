// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "transports/shared/area.hpp"
#include <algorithm>
#include <utility>
#include <vector>

namespace hocket {

// For one message, or a part of it.
struct cells_wanted {
    int many; // side by side
    bool for_fragment, in_turn;
};

// Which of a rank's cells are free. One is another's until its receiver has taken the slot that says where it is.
//
// The reader of a cell keeps its lines, and each store has to fetch one from there. When 2 MB of other cells have come
// between, both processors have left them to the cache that they share, and it takes a third of the time. What is short
// has the first that is free, as its lines are few and its page is at hand. So has what is long until turns are worth
// the pages of 2 MB; fewer cells in turn are no better than one (records 83 and 84).
template <class Area> class sent_cells {
public:
    sent_cells(Area& area, const area_shape& shape, int me)
        : area_(area), shape_(shape), me_(me), uses_(std::size_t(shape.cells()))
    {
    }

    // One of n bytes is to be sent.
    void count_long(std::size_t n) { long_ = std::min(long_ + n, shape_.turns_after); }
    // Have there been enough?
    bool in_turn() const { return long_ > 0 && long_ == shape_.turns_after; }

    // Of all cells, when one is first taken in turn.
    void bring_pages(const cells_wanted& what)
    {
        if (what.in_turn && !std::exchange(has_pages_, true))
            area_.bring_pages(me_, shape_.cell_at(0), shape_.bytes_of_cells());
    }

    // The first one, -1: there are not so many free ones.
    int find(const cells_wanted& what) const
    {
        int least = what.for_fragment ? 0 : area_shape::for_fragments;
        int found = what.in_turn && next_ > least ? find_from(next_, what.many) : -1;
        return found >= 0 ? found : find_from(least, what.many);
    }

    // Free again when `to` has taken so many slots.
    void take(int first, const cells_wanted& what, int to, std::uint64_t slots)
    {
        for (int i = first; i < first + what.many; ++i) uses_[std::size_t(i)] = {to, slots};
        if (what.in_turn) next_ = first + what.many;
    }

    // Is there something in them that a rank other than `to` has still to read?
    bool others_have_to_read(int to) const
    {
        return std::ranges::any_of(uses_, [&](auto& u) { return u.to != to && !is_free(u); });
    }

private:
    struct use {
        int to = -1;
        std::uint64_t slots = 0;
    };
    int find_from(int begin, int many) const
    {
        int side_by_side = 0;
        for (auto i = std::size_t(begin); i < uses_.size(); ++i) {
            side_by_side = is_free(uses_[i]) ? side_by_side + 1 : 0;
            if (side_by_side == many) return int(i) + 1 - many;
        }
        return -1;
    }

    bool is_free(const use& u) const { return u.to < 0 || area_.acquire(u.to, shape_.taken_from(me_)) >= u.slots; }

    Area& area_;
    const area_shape shape_;
    int me_, next_ = 0;
    std::size_t long_ = 0; // bytes
    bool has_pages_ = false;
    std::vector<use> uses_;
};

} // namespace hocket
