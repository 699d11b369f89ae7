// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "levels/rooted_sets.hpp"

namespace hocket {

// The root's memory, where ranks are counted another way than in it. For gather and scatter, whose blocks are equal.
class other_places : public block_places {
public:
    other_places(const rank_sets& sets, const block_places* all, net on, const block_sizes& sizes)
        : sets_(sets), all_(all), root_(on.origin()), ranks_(on.size()), sizes_(sizes)
    {
    }
    std::size_t of(int first, int last) const override { return sizes_.of(first, last); }

protected:
    block_runs runs(bytes* into, int room) const { return {*all_, root_, ranks_, into, room}; }
    const rank_sets& sets_;

private:
    const block_places* all_;
    int root_, ranks_;
    const block_sizes& sizes_;
};

// By the members of the root's own set.
class places_in_set final : public other_places {
public:
    using other_places::other_places;
    int pieces(int first, int last, bytes* into, int room) const override
    {
        auto found = runs(into, room);
        for (int i = first; i < last; ++i) found.add(sets_.member(i));
        return found.done();
    }
};

// By sets.
class places_of_sets final : public other_places {
public:
    using other_places::other_places;
    int pieces(int first, int last, bytes* into, int room) const override
    {
        auto found = runs(into, room);
        for (int i = first; i < last; ++i) sets_.list(i, found);
        return found.done();
    }
};

} // namespace hocket
