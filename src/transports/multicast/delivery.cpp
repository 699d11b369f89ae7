// SPDX-License-Identifier: BSD-3-Clause
#include "transports/multicast/delivery.hpp"
#include <algorithm>

namespace hocket {

delivery::delivery(const cast_group& group, const cast_measures& by, cast_pace& pace, const cast_id& id)
    : by_(by), pace_(pace), id_(id), sends_(int(id.sender) == group.me()), parent_(group.parent(int(id.sender)))
{
    for (int rank : group.children(int(id.sender))) {
        child one;
        one.rank = rank;
        children_.push_back(std::move(one));
    }
}

void delivery::begin(bytes data, bool pushes, bool unreached, cast_time now, std::uint64_t seed)
{
    begun_ = true;
    data_ = data;
    pushes_ = pushes_ || (sends_ && pushes);
    unreached_ = unreached_ || unreached;
    owned_ = marks(cast_packet::count(data.size()));
    last_gain_ = now;
    poke_after_ = std::clamp(4 * pace_.answer(), by_.poke, by_.longest);
    wait_ = by_.patience + by_.patience * cast_time(seed % 64) / 64;
    for (auto& one : early_) put_in(one.index, one.length, one.data, now);
    early_.clear();
    kept_ = 0;
}

delivery::child* delivery::find(int rank)
{
    auto found = std::ranges::find(children_, rank, &child::rank);
    return found == children_.end() ? nullptr : &*found;
}

// What all in the tree from here on have, from the first packet on.
std::uint32_t delivery::below() const
{
    auto least = held();
    for (auto& one : children_) least = std::min(least, one.below);
    return least;
}

void delivery::keep(std::uint32_t index, std::uint64_t length, cbytes data)
{
    early_.push_back({index, length, {data.begin(), data.end()}});
    kept_ += data.size();
}

std::size_t delivery::take(const cast_packet& what, std::size_t room, cast_time now)
{
    if (sends_ || failed_) return 0;
    if (begun_) {
        if (put_in(what.index, what.length, what.data, now)) lates_ = 0;
        return 0;
    }
    bool known = std::ranges::any_of(early_, [&](auto& one) { return one.index == what.index; });
    if (known || early_.size() >= by_.window || what.data.size() > room) return 0;
    keep(what.index, what.length, what.data);
    return what.data.size();
}

// False: it was here already, or never should have come.
bool delivery::put_in(std::uint32_t index, std::uint64_t length, cbytes data, cast_time now)
{
    if (length != data_.size()) return failed_ = true, false;
    bool anew = owned_.come() % counted_anew == 0;
    auto before = anew ? gap() : 0;
    if (!owned_.set(index)) return false;
    if (anew) gap_ = before, counted_from_ = now;
    if (!data.empty()) std::memcpy(data_.data() + cast_packet::offset(index), data.data(), data.size());
    last_gain_ = now;
    wait_ = by_.tail;
    return true;
}

void delivery::take(const cast_letter& what, int from, cast_time now)
{
    if (failed_) return;
    if (what.kind == letter_kind::data) {
        if (from == parent_) take_data(what, now);
        return;
    }
    auto* below_us = find(from);
    if (!below_us) return;
    if (what.kind == letter_kind::want) take_want(*below_us, what);
    else take_have(*below_us, what);
}

void delivery::take_data(const cast_letter& what, cast_time now)
{
    pushes_ = pushes_ || what.pushed;
    if (what.closes) {
        asking_ = false;
        not_before_ = now;
    }
    auto rest = what.body;
    for (std::uint32_t i = what.first; i < what.first + what.second; ++i) {
        auto part = rest.first(cast_packet::size(what.length, i));
        rest = rest.subspan(part.size());
        if (!begun_) keep(i, what.length, part);
        else if (put_in(i, what.length, part, now)) {
            ++by_letter_;
            release_wanted(i);
        }
    }
}

// What has come by letter, others below have not had by multicast either.
void delivery::release_wanted(std::uint32_t index)
{
    for (auto& one : children_)
        if (std::erase(one.later, index)) one.wanted.push_back(index);
}

void delivery::take_want(child& of, const cast_letter& what)
{
    of.asks = true;
    for (auto i : wanted_in(what)) {
        if (begun_ && i >= owned_.count()) continue;
        bool here = begun_ && owns(i);
        (here ? of.wanted : of.later).push_back(i);
    }
    if (!sends_ || !begun_ || of.wanted.empty() || of.wanted.back() < losses_counted_to_) return;
    pace_.lost(of.wanted.size(), sent_ - losses_counted_to_);
    losses_counted_to_ = sent_;
}

void delivery::take_have(child& of, const cast_letter& what)
{
    if (begun_ && what.length != data_.size()) {
        failed_ = true;
        return;
    }
    of.have = std::max(of.have, what.first);
    of.below = std::max(of.below, what.second);
    unreached_ = unreached_ || what.unreached;
    if (!begun_ || !sends_) return;
    auto all = below();
    if (all > acknowledged_) pace_.acknowledged(all - acknowledged_);
    acknowledged_ = std::max(acknowledged_, all);
}

// A child that has it all tells no more of what those below it have.
bool delivery::is_over() const
{
    if (!begun_ || failed_ || !owns_all() || asking_ || !(sends_ || has_reported_all_)) return false;
    return std::ranges::all_of(children_, [&](auto& one) { return one.have == owned_.count() && !one.asks; });
}

void delivery::go_on(cast_time now, cast_channels& to)
{
    if (!begun_ || failed_) return;
    if (sends_ && pushes_) sent_ = owned_.count();
    else if (sends_) send_packets(now, to);
    for (auto& one : children_) {
        if (pushes_) push(one, to);
        serve(one, now, to);
    }
    if (sends_) return;
    report(now, to);
    if (!pushes_) ask(now, to);
}

} // namespace hocket
