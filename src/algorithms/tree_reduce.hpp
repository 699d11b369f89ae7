// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/running_value.hpp"
#include "algorithms/tree_bcast.hpp"

namespace hocket {

namespace detail {

// The values of all children, one after the other, onto this vertex' own.
inline task take_children(net on, std::span<const int> children, running_value value, const reduction* how)
{
    for (int child : children) {
        co_await on.recv_reduce(child, value.into, value.now, *how);
        value.arrived();
    }
    co_await settle_value(on, value);
}

inline task pass_up(net on, int parent, cbytes value)
{
    if (parent >= 0) co_await on.send(parent, value);
}

} // namespace detail

// Reduction up any tree, pipelined: while segment s goes to the parent, segment s+1 comes from the children, one child
// after the other as each_child_upwards() names them. Where that goes from a vertex' own rank outwards, over runs of
// ranks that each is next to what is combined already, the operands stay in the order of the ranks.
template <class Tree> task reduce_up(net on, operands data, Tree at, std::size_t segment)
{
    auto children = on.ledger<int>(at.degree());
    int count = 0, parent = at.parent();
    at.each_child_upwards([&](int child) { children[std::size_t(count++)] = child; });
    auto grain = data.element();
    auto cut = segments_of(data.size(), grain, segment);
    auto two = std::min(data.size(), 2 * cut.size * grain); // one is passed on while the next one comes
    auto into = parent < 0 ? data.result : count > 0 ? on.scratch(two) : bytes{};
    cbytes done; // reached here, not yet passed on
    for (int s = 0; s < cut.count(); ++s) {
        auto from = cut.offset(s) * grain, n = cut.length(s) * grain;
        auto slot = parent < 0 ? from : s % 2 * cut.size * grain;
        running_value value{data.mine.subspan(from, n), into.empty() ? into : into.subspan(slot, n)};
        int above = s > 0 ? parent : -1;
        co_await both(detail::take_children(on, children, value, data.how), detail::pass_up(on, above, done));
        done = into.empty() ? value.now : cbytes(value.into);
    }
    co_await detail::pass_up(on, parent, done);
}

// What a long message saves whose sender has announced it before the receiver is ready: half of the round trip.
inline double announced(const problem& of, double n)
{
    auto& level = of.level();
    return level.one_port || n <= level.eager_limit ? 0 : level.rendezvous / 2;
}

// Children are taken one by one, so that nobody needs room for the values of several: a long message meets its receive
// only when the one before is combined. How much later it ends than if all receives stood ready.
inline double late_receive(const problem& of, double n)
{
    if (of.level().one_port || n <= of.level().eager_limit) return 0;
    return std::max(0.0, 2 * of.message(n) - of.several(2, n) - announced(of, n));
}

// `path` is the way up read backwards: a receive counts as many messages as its vertex has still to take. `degree`: the
// most children of a vertex.
inline cost cost_up(const problem& of, const tree_path& path, int degree, std::size_t segment)
{
    if (of.ranks == 1) return {};
    auto grain = std::size_t(of.element);
    auto cut = segments_of(std::size_t(of.bytes), grain, segment);
    double one = double(cut.size * grain), ns = cut.count(), late = late_receive(of, one);
    double first = time_down(of, path, one) + path.depth * of.combining(one) + (path.depth - path.hops) * late;
    double pace = of.pace(degree, one, path.senders) + degree * of.combining(one) + (degree - 1) * late;
    if (degree > 1) pace -= announced(of, one); // while the others are taken
    return {first + (ns - 1) * pace, ns * pace, ns * (of.ranks - 1)};
}

} // namespace hocket
