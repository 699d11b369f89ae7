// SPDX-License-Identifier: BSD-3-Clause
// What a member does for a message in its turn.
#include "transports/multicast/delivery.hpp"
#include <algorithm>

namespace hocket {

bool delivery::send_packet(std::uint32_t i, cast_channels& to)
{
    return to.multicast(
        {id_, i, data_.size(), data_.subspan(cast_packet::offset(i), cast_packet::size(data_.size(), i))});
}

void delivery::send_packets(cast_time now, cast_channels& to)
{
    auto until = std::min({owned_.count(), below() + pace_.window(below() > 0), sent_ + by_.batch});
    bool moved = false;
    for (; sent_ < until && send_packet(sent_, to); moved = true) ++sent_;
    // Who has lost the last one alone would learn it late.
    if (moved && sent_ == owned_.count() && sent_ >= by_.batch) send_packet(sent_ - 1, to);
    if (moved) {
        last_gain_ = now;
        poke_at_ = now + poke_after_;
    } else if (sent_ > 0) poke(now, to);
}

// The last packet once more: who has it sees what is missing before it. One that is all of its message is not sent for
// ever: who has it may tell late, and who calls for it and lacks it asks.
void delivery::poke(cast_time now, cast_channels& to)
{
    if (is_light() && poked_ == by_.pokes) return;
    bool all = std::ranges::all_of(children_, [&](auto& one) { return one.have >= sent_; });
    if (all || now < poke_at_ || !send_packet(sent_ - 1, to)) return;
    ++poked_;
    poke_after_ = std::min(2 * poke_after_, by_.longest);
    poke_at_ = now + poke_after_;
}

// Whoever has all of it wants nothing any longer, but still waits for an answer.
void delivery::serve(child& of, cast_time now, cast_channels& to)
{
    if (!of.asks) return;
    if (of.have == owned_.count()) {
        of.wanted.clear();
        of.later.clear();
    }
    if (pushes_ && of.have != owned_.count()) return;
    if (now >= last_gain_ + by_.grace) {
        auto mine = [&](auto i) { return i < owned_.count() && owns(i); };
        std::ranges::copy_if(of.later, std::back_inserter(of.wanted), mine);
        std::erase_if(of.later, [&](auto i) { return i >= owned_.count() || mine(i); });
    }
    while (of.asks && (!of.wanted.empty() || of.later.empty()) && answer(of, to)) {}
}

// One letter with some packets of what is wanted that follow one another.
bool delivery::answer(child& of, cast_channels& to)
{
    auto one = letter(letter_kind::data);
    std::size_t n = 0;
    if (!of.wanted.empty()) {
        one.first = of.wanted.front();
        auto most = std::min<std::size_t>(of.wanted.size(), cast_letter::packets);
        while (n < most && of.wanted[n] == one.first + n) ++n;
        one.second = std::uint32_t(n);
        auto from = cast_packet::offset(one.first),
             until = std::min(cast_packet::offset(one.first + one.second), data_.size());
        one.body = data_.subspan(from, until - from);
    }
    one.closes = n == of.wanted.size() && of.later.empty();
    if (!to.post(of.rank, one)) return false;
    of.wanted.erase(of.wanted.begin(), of.wanted.begin() + std::ptrdiff_t(n));
    if (one.closes) of.asks = false;
    return true;
}

// To who has had nothing of it: all of it, no more at once than it has room for.
void delivery::push(child& of, cast_channels& to)
{
    auto until = std::min(held(), of.have + by_.window);
    while (of.pushed < until) {
        auto one = letter(letter_kind::data);
        one.pushed = true;
        one.first = of.pushed;
        one.second = std::min(until - of.pushed, cast_letter::packets);
        auto from = cast_packet::offset(one.first),
             end = std::min(cast_packet::offset(one.first + one.second), data_.size());
        one.body = data_.subspan(from, end - from);
        if (!to.post(of.rank, one)) return;
        of.pushed += one.second;
    }
}

cast_letter delivery::letter(letter_kind kind) const
{
    cast_letter one;
    one.kind = kind;
    one.of = id_;
    one.length = data_.size();
    return one;
}

// From time to time, and in the end for the last time. What the levels of the tree keep to themselves may add up to all
// that the sender may have under way: where nothing comes any longer, nothing is kept.
void delivery::report(cast_time now, cast_channels& to)
{
    if (has_reported_all_) return;
    auto one = letter(letter_kind::have);
    one.first = owned_.prefix();
    one.second = below();
    if (is_light() && one.second < owned_.count()) return;
    auto often = now < last_gain_ + by_.report ? std::max(1U, by_.window / 8) : 1;
    if (!owned_.all() && one.first < reported_ + often && one.second < reported_below_ + often) return;
    one.unreached = unreached_;
    if (!to.post(parent_, one)) return;
    reported_ = one.first;
    reported_below_ = one.second;
    has_reported_all_ = owned_.all();
}

std::vector<std::uint32_t> delivery::missing(std::uint32_t until) const
{
    std::vector<std::uint32_t> all;
    for (auto i = owned_.prefix(); i < until && all.size() < cast_letter::most_wanted; ++i)
        if (!owned_.has(i)) all.push_back(i);
    return all;
}

// A packet was overtaken, or nothing has come for long. One question at a time, and answered in full.
void delivery::ask(cast_time now, cast_channels& to)
{
    if (asking_ || owned_.all()) return;
    bool late = is_late(now);
    bool gap = owned_.prefix() + by_.reordered < owned_.top();
    if (!late && !gap) return;
    auto wanted = missing(late ? late_until() : owned_.top() - by_.reordered);
    auto one = letter(letter_kind::want);
    one.body = std::as_bytes(std::span(wanted));
    if (!to.post(parent_, one)) return;
    asking_ = true;
    if (!late) return;
    wait_ = std::min(2 * wait_, by_.longest);
    ++lates_;
}

// Behind the last packet nothing comes but what was overtaken.
bool delivery::is_late(cast_time now) const
{
    bool ends = owned_.top() == owned_.count();
    return now >= std::max(last_gain_, not_before_) + (ends ? std::min(wait_, by_.settle) : wait_);
}

// What may not even have been sent is asked for in small numbers, since the question stays open until then; but in
// larger ones if letters are all that comes.
std::uint32_t delivery::late_until() const
{
    auto more = by_.batch << std::min(lates_, 5U);
    return std::min(owned_.count(), std::max(owned_.top(), owned_.prefix() + more));
}

// When its last packet will have come, or come back as reports; 0: not known. Reports must not be kept back for more
// packets than their sender expects.
cast_time delivery::expected() const
{
    if (sends_) return sent_ == owned_.count() ? last_gain_ + pace_.answer() : 0;
    if (gap() == 0 || owned_.all() || owned_.prefix() != owned_.come()) return 0;
    return last_gain_ + std::min(owned_.count() - owned_.come(), by_.window / 8) * gap();
}

// Between two packets; 0: not known.
cast_time delivery::gap() const
{
    auto come = owned_.come(), counted = come ? (come - 1) % counted_anew : 0;
    return counted < 3 || last_gain_ == counted_from_ ? gap_ : (last_gain_ - counted_from_) / counted;
}

// Half of what is left, again and again, meets the end in few looks.
cast_time delivery::quiet(cast_time now) const
{
    if (!begun_ || failed_ || pushes_ || asking_ || std::ranges::any_of(children_, &child::asks)) return 0;
    return std::clamp<cast_time>((expected() - now) / 2, 0, by_.report);
}

} // namespace hocket
