// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/places.hpp"
#include "net/net.hpp"
#include "topology/layout.hpp"

namespace hocket {

// The pieces of ranks that come one after the other: those in a row are asked for together.
class block_runs {
public:
    block_runs(const block_places& all, int root, int ranks, bytes* into, int room)
        : all_(all), root_(root), ranks_(ranks), room_(room), into_(into)
    {
    }
    // Ranks rank..rank+count-1 of the communicator; more than one never has the root among them.
    void add(int rank, int count = 1)
    {
        int i = rank < root_ ? rank - root_ + ranks_ : rank - root_;
        if (i != last_) {
            flush();
            first_ = i;
        }
        last_ = i + count;
    }
    int done()
    {
        flush();
        return found_;
    }

private:
    void flush()
    {
        int room = std::max(0, room_ - found_);
        if (last_ > first_) found_ += all_.pieces(first_, last_, room > 0 ? into_ + found_ : nullptr, room);
        first_ = last_ = -1;
    }

    const block_places& all_;
    int root_, ranks_, room_, found_ = 0, first_ = -1, last_ = -1;
    bytes* into_;
};

// All ranks of a communicator dealt out to sets, each with a head that stands between its set and the root. Set 0 is
// the root's, and its head the root. As one rank sees it.
class rank_sets {
public:
    virtual ~rank_sets() = default;
    virtual int count() const = 0;
    virtual int mine() const = 0;  // the set that this rank is in,
    virtual int place() const = 0; // and its number there; 0 is the head
    virtual int member(int place) const = 0; // the ranks of this set
    virtual int head(int set) const = 0;
    virtual bool is_whole_node() const { return false; } // this set, and no other rank shares its node
    virtual bool heads_are_whole_node() const { return false; }
    virtual int ranks_in(int first, int last) const = 0; // sets first..last-1 together
    // All ranks of a set, in the order of their numbers there.
    virtual void list(int set, block_runs& into) const = 0;
};

class set_members final : public membership {
public:
    explicit set_members(const rank_sets& of) : of_(of) {}
    int rank_of(int place) const override { return of_.member(place); }
    bool is_whole_node() const override { return of_.is_whole_node(); }

private:
    const rank_sets& of_;
};

class set_heads final : public membership {
public:
    explicit set_heads(const rank_sets& of) : of_(of) {}
    int rank_of(int set) const override { return of_.head(set); }
    bool is_whole_node() const override { return of_.heads_are_whole_node(); }

private:
    const rank_sets& of_;
};

// What the heads exchange: the blocks of whole sets, all blocks equal.
class set_sizes final : public block_sizes {
public:
    set_sizes(const rank_sets& of, std::size_t each) : of_(of), each_(each) {}
    std::size_t of(int first, int last) const override { return each_ * std::size_t(of_.ranks_in(first, last)); }

private:
    const rank_sets& of_;
    std::size_t each_;
};

} // namespace hocket
