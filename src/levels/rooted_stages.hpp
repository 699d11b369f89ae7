// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/direct.hpp"
#include "levels/rooted_places.hpp"

namespace hocket {

// A gather or scatter in two stages, one within each set of ranks and one between the heads of the sets: what one rank
// does in them. At the root both go on at the same time, straight from or to the caller's memory. Outlives its task.
template <flow way> class rooted_stages {
public:
    rooted_stages(net on, const rank_sets& sets, rooted_blocks data)
        : sets_(sets), data_(data), members_(sets), heads_(sets), each_(data.sizes->of(0, 1)),
          own_(sets.ranks_in(sets.mine(), sets.mine() + 1)), inner_sizes_(each_), outer_sizes_(sets, each_),
          inner_(on.among(members_, sets.place(), own_, 1)), outer_(on.among(heads_, sets.mine(), sets.count(), 2)),
          memory_(is_root() || !is_head() ? bytes{}
                  : own_ == 1             ? data.mine
                                          : on.scratch(outer_sizes_.of(sets.mine(), sets.mine() + 1))),
          row_(memory_, inner_sizes_), inner_places_(sets, data.places, on, inner_sizes_),
          outer_places_(sets, data.places, on, outer_sizes_)
    {
    }
    rooted_stages(const rooted_stages&) = delete;
    rooted_stages& operator=(const rooted_stages&) = delete;

    task run(const algorithm<rooted_blocks>* in_sets, const algorithm<rooted_blocks>* of_heads) const
    {
        if (is_root()) {
            co_await both(between_heads(of_heads), in_set(in_sets));
        } else if (way == flow::to_root) {
            if (keeps_own()) co_await copy(own_block(), data_.mine);
            co_await in_set(in_sets);
            co_await between_heads(of_heads);
        } else {
            co_await between_heads(of_heads);
            co_await in_set(in_sets);
            if (keeps_own()) co_await copy(data_.mine, own_block());
        }
    }

private:
    bool is_head() const { return sets_.place() == 0; }
    bool is_root() const { return is_head() && sets_.mine() == 0; }
    bool keeps_own() const { return is_head() && own_ > 1 && each_ > 0; }
    bytes own_block() const { return memory_.first(each_); }
    op copy(bytes to, cbytes from) const { return inner_.copy(to, from); }

    task in_set(const algorithm<rooted_blocks>* by) const
    {
        if (own_ == 1) co_return;
        rooted_blocks data{is_head() ? bytes{} : data_.mine, &inner_sizes_};
        if (is_head()) data.places = &row_;
        if (is_root()) data.places = &inner_places_;
        co_await by->start(inner_, data);
    }
    task between_heads(const algorithm<rooted_blocks>* by) const
    {
        if (!is_head() || sets_.count() == 1) co_return;
        rooted_blocks data{memory_, &outer_sizes_};
        if (is_root()) data.places = &outer_places_;
        co_await by->start(outer_, data);
    }

    const rank_sets& sets_;
    rooted_blocks data_;
    set_members members_;
    set_heads heads_;
    std::size_t each_;
    int own_; // ranks of the own set
    equal_sizes inner_sizes_;
    set_sizes outer_sizes_;
    net inner_, outer_;
    bytes memory_; // of a head other than the root: the blocks of its set
    row_of_blocks row_;
    places_in_set inner_places_;
    places_of_sets outer_places_;
};

} // namespace hocket
