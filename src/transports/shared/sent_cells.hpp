// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "transports/shared/area.hpp"
#include <algorithm>
#include <vector>

namespace hocket {

// Which of a rank's cells are free. One is another's until its receiver has taken the slot that says where it is.
template <class Area> class sent_cells {
public:
    sent_cells(Area& area, const area_shape& shape, int me)
        : area_(area), shape_(shape), me_(me), uses_(std::size_t(shape.cells()))
    {
    }

    // The first of so many free ones side by side, -1: there are not.
    int find(int many, bool for_fragment) const
    {
        int side_by_side = 0;
        for (auto i = std::size_t(for_fragment ? 0 : area_shape::for_fragments); i < uses_.size(); ++i) {
            side_by_side = is_free(uses_[i]) ? side_by_side + 1 : 0;
            if (side_by_side == many) return int(i) + 1 - many;
        }
        return -1;
    }

    // Free again when `to` has taken so many slots.
    void take(int first, int many, int to, std::uint64_t slots)
    {
        for (int i = first; i < first + many; ++i) uses_[std::size_t(i)] = {to, slots};
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
    bool is_free(const use& u) const { return u.to < 0 || area_.acquire(u.to, shape_.taken_from(me_)) >= u.slots; }

    const Area& area_;
    const area_shape shape_;
    int me_;
    std::vector<use> uses_;
};

} // namespace hocket
