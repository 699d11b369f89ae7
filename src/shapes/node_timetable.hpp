// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "shapes/timetable.hpp"
#include <algorithm>

namespace hocket {

// Two nodes meet: each rank (lane) of one with each rank of the other, in `count` turns. With S ranks on the smaller
// node and L on the larger one, turn s S + v joins lane v of the smaller with lane (v + s) mod L of the larger; so any
// S turns in a row from a multiple of S have no lane twice.
class node_meeting {
public:
    // `first`: of two equal nodes one is the smaller.
    node_meeting(int mine, int theirs, bool first)
        : mine_(mine), theirs_(theirs), smaller_(mine < theirs || (mine == theirs && first))
    {
    }
    std::int64_t count() const { return std::int64_t(mine_) * theirs_; }
    int peers() const { return theirs_; } // of each lane
    // Of this node.
    int lane(std::int64_t turn) const
    {
        int small = std::min(mine_, theirs_), v = int(turn % small);
        return smaller_ ? v : int((v + turn / small) % mine_);
    }
    // Of the other node, the i-th that a lane of this one meets.
    int peer(int lane, int i) const
    {
        if (smaller_) return (lane + i) % theirs_;
        int first = std::min(lane, theirs_ - 1);
        return i <= first ? first - i : theirs_ + first - i;
    }
    std::int64_t turn(int lane, int i) const
    {
        if (smaller_) return std::int64_t(i) * mine_ + lane;
        int v = peer(lane, i), s = (lane - v + mine_) % mine_;
        return std::int64_t(s) * theirs_ + v;
    }

private:
    int mine_, theirs_;
    bool smaller_;
};

// One node's turns with all others, numbered from 0. Nodes may have any numbers of ranks: size_of(node). They meet in
// the rounds of a timetable, in which one is idle if their number is odd; or in twos: a node is busy with two others at
// once, node+d and node-d in round d-1, and its turns alternate between these until one has none left, so that nobody
// is idle. Whoever begins turn i when turn i-flows has ended never waits in a circle: the first has been counted later
// by both. In twos that takes two flows at least, since the turns of one step are counted alike.
template <class Sizes> class node_timetable {
public:
    // A round, and the number of its first turn.
    struct place {
        int round = 0;
        std::int64_t first = 0;
    };

    node_timetable(int nodes, int node, bool in_twos, Sizes size_of)
        : matching_(nodes), node_(node), nodes_(nodes), in_twos_(in_twos), size_of_(size_of)
    {
    }
    // Whom the node meets in a round, on side 0 and on side 1; perhaps nobody.
    int other(int round, int side) const
    {
        if (!in_twos_) return side == 0 ? matching_.partner(node_, round) : timetable::nobody;
        int away = round + 1;
        if (side == 1) return 2 * away == nodes_ ? timetable::nobody : (node_ + nodes_ - away) % nodes_;
        return (node_ + away) % nodes_;
    }
    bool over(place at) const { return at.round >= (in_twos_ ? nodes_ / 2 : matching_.rounds()); }
    node_meeting meeting(int round, int side) const
    {
        int with = other(round, side);
        return {size_of_(node_), with == timetable::nobody ? 0 : size_of_(with), node_ < with};
    }
    place after(place at) const { return {at.round + 1, at.first + count(at.round)}; }
    // The number of a turn of one meeting of the round there.
    std::int64_t number(place at, int side, std::int64_t turn) const
    {
        auto both = shared(at.round);
        return at.first + (turn < both ? 2 * turn + side : both + turn);
    }
    // Whose turn it is, searched for from a place near by; nobody before the first turn and after the last.
    int lane(std::int64_t number, place near) const
    {
        if (number < 0) return timetable::nobody;
        while (number < near.first) near = before(near);
        while (!over(near) && number >= near.first + count(near.round)) near = after(near);
        if (over(near)) return timetable::nobody;
        auto i = number - near.first, both = shared(near.round);
        bool alternates = i < 2 * both;
        int side = alternates ? int(i % 2) : meeting(near.round, 0).count() == both;
        return meeting(near.round, side).lane(alternates ? i / 2 : i - both);
    }

private:
    std::int64_t count(int round) const { return meeting(round, 0).count() + meeting(round, 1).count(); }
    // Turns of each of the two meetings while they alternate.
    std::int64_t shared(int round) const { return std::min(meeting(round, 0).count(), meeting(round, 1).count()); }
    place before(place at) const { return {at.round - 1, at.first - count(at.round - 1)}; }

    timetable matching_;
    int node_, nodes_;
    bool in_twos_;
    Sizes size_of_;
};

// The turns of one rank of a node, in order.
template <class Sizes> class turns_of_lane {
public:
    struct turn {
        int node, lane;      // whom it meets
        std::int64_t number; // of all turns of its own node
    };

    turns_of_lane(const node_timetable<Sizes>& all, int lane) : all_(all), lane_(lane) {}
    // False after the last one.
    bool next(turn* into)
    {
        for (; !all_.over(at_); at_ = all_.after(at_), taken_[0] = taken_[1] = 0) {
            auto left = of_side(0), right = of_side(1);
            if (left.number < 0 && right.number < 0) continue;
            bool takes_right = left.number < 0 || (right.number >= 0 && right.number < left.number);
            *into = takes_right ? right : left;
            ++taken_[takes_right];
            return true;
        }
        return false;
    }
    // Whose turn it is at that number.
    int lane_at(std::int64_t number) const { return all_.lane(number, at_); }

private:
    // The next one of a meeting; none has a negative number.
    turn of_side(int side) const
    {
        auto meeting = all_.meeting(at_.round, side);
        int i = taken_[side];
        if (i >= meeting.peers()) return {timetable::nobody, timetable::nobody, -1};
        auto number = all_.number(at_, side, meeting.turn(lane_, i));
        return {all_.other(at_.round, side), meeting.peer(lane_, i), number};
    }

    node_timetable<Sizes> all_;
    int lane_, taken_[2] = {0, 0};
    typename node_timetable<Sizes>::place at_;
};

} // namespace hocket
