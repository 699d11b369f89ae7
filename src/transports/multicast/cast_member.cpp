// SPDX-License-Identifier: BSD-3-Clause
#include "transports/multicast/cast_member.hpp"
#include <algorithm>

namespace hocket {

namespace {

// Numbers of messages whose packets may come before they are called for.
constexpr std::uint64_t ahead = 8;

} // namespace

void cast_member::tell(std::uint32_t context, cbytes data, void* owner, cast_time now)
{
    // Only read.
    begin(group_.me(), context, {const_cast<std::byte*>(data.data()), data.size()}, owner, now);
}

void cast_member::hear(int sender, std::uint32_t context, bytes into, void* owner, cast_time now)
{
    begin(sender, context, into, owner, now);
}

void cast_member::begin(int sender, std::uint32_t context, bytes data, void* owner, cast_time now)
{
    cast_id id{std::uint32_t(sender), context, next_[{std::uint32_t(sender), context}]++};
    auto& one = at(id);
    kept_ -= one.kept();
    one.begin(data, pushes_, missed_ >= by_.misses, now, std::uint64_t(group_.me()) * 0x9e3779b97f4a7c15 >> 32);
    posted_.push_back({id, owner});
}

delivery& cast_member::at(const cast_id& id)
{
    return known_.try_emplace(id, group_, by_, pace_, id).first->second;
}

bool cast_member::is_past(const cast_id& id) const
{
    auto next = next_.find({id.sender, id.context});
    return next != next_.end() && id.number < next->second && !known_.contains(id);
}

bool cast_member::may_come(const cast_id& id) const
{
    if (int(id.sender) >= group_.ranks() || !group_.receives_from(int(id.sender))) return false;
    auto next = next_.find({id.sender, id.context});
    return id.number < (next == next_.end() ? 0 : next->second) + ahead;
}

void cast_member::datagram(cbytes what, cast_time now)
{
    cast_packet one;
    switch (format_.read(what, one)) {
    case packet_fault::malformed: ++counts_.malformed; return;
    case packet_fault::of_others: ++counts_.of_others; return;
    case packet_fault::forged: ++counts_.forged; return;
    case packet_fault::none: break;
    }
    if (!may_come(one.of)) {
        ++counts_.unknown;
        return;
    }
    if (is_past(one.of)) {
        ++counts_.duplicates;
        return;
    }
    ++counts_.packets;
    kept_ += at(one.of).take(one, room(), now);
}

void cast_member::letter(int from, cbytes what, cast_time now)
{
    cast_letter one;
    if (!read_letter(what, one) || int(one.of.sender) >= group_.ranks()) return fail();
    if (one.kind == letter_kind::failed) return hear_failure(from);
    if (is_past(one.of)) return;
    auto& of = at(one.of);
    auto before = of.kept();
    of.take(one, from, now);
    kept_ += of.kept() - before;
}

void cast_member::learn_from(const delivery& of)
{
    if (of.was_missed()) missed_ += of.was_surely_missed() ? by_.misses : 1;
    else if (missed_ < by_.misses) missed_ = 0;
    pushes_ = pushes_ || of.was_pushed() || of.tells_unreached();
}

// Who has ended goes first: what is owed can wait, until half of the copies are in use.
const std::vector<void*>& cast_member::go_on(cast_time now)
{
    ended_.clear();
    if (!failed_) go_on_with_posted(now);
    if (!failed_ && (ended_.empty() || free_.size() * 2 < copies_.size())) go_on_with_owed(now);
    if (failed_) tell_failure();
    return ended_;
}

void cast_member::fail()
{
    if (!std::exchange(failed_, true)) told_ = 0;
}

// The lowest of those who have found something wrong themselves tells all.
void cast_member::hear_failure(int from)
{
    if (!failed_ || from < group_.me()) told_ = group_.ranks();
    failed_ = true;
}

// Others wait for this member's packets, answers or reports, or will in a call that it makes no longer; and who is
// between may be away by then. So all hear of it from here.
void cast_member::tell_failure()
{
    cast_letter one;
    one.kind = letter_kind::failed;
    one.of.sender = std::uint32_t(group_.me());
    for (; told_ < group_.ranks(); ++told_)
        if (told_ != group_.me() && !to_.post(told_, one)) return;
}

delivery& cast_member::go_on_with(const cast_id& id, cast_time now)
{
    auto& one = known_.find(id)->second;
    one.go_on(now, to_);
    if (one.has_failed()) fail();
    return one;
}

void cast_member::forget(const cast_id& id)
{
    auto at = known_.find(id);
    learn_from(at->second);
    known_.erase(at);
}

// Who has received what may be left tells of it when it has left: its caller need not wait for that.
void cast_member::go_on_with_posted(cast_time now)
{
    for (std::size_t i = 0; i < posted_.size();) {
        auto [id, owner] = posted_[i];
        auto& one = known_.find(id)->second;
        bool gone = !one.sends() && leave(one, id);
        bool over = !gone && go_on_with(id, now).is_over();
        if (!gone && !over && !leave(one, id)) {
            ++i;
            continue;
        }
        ended_.push_back(owner);
        posted_.erase(posted_.begin() + std::ptrdiff_t(i));
        if (!over) continue;
        one.tell_pace(now);
        forget(id);
    }
}

bool cast_member::leave(delivery& one, const cast_id& id)
{
    if (free_.empty() || !one.may_be_left()) return false;
    one.leave(free_.back());
    owed_.push_back({id, free_.back()});
    free_.pop_back();
    return true;
}

void cast_member::go_on_with_owed(cast_time now)
{
    for (std::size_t i = 0; i < owed_.size();) {
        auto done = owed_[i];
        if (!go_on_with(done.id, now).is_over()) {
            ++i;
            continue;
        }
        free_.push_back(done.copy);
        owed_.erase(owed_.begin() + std::ptrdiff_t(i));
        forget(done.id);
    }
}

bool cast_member::only_listens() const
{
    auto listens = [this](auto& one) { return known_.find(one.id)->second.only_listens(); };
    return !pushes_ && owed_.empty() && !posted_.empty() && std::ranges::all_of(posted_, listens);
}

cast_time cast_member::quiet(cast_time now) const
{
    auto least = owed_.empty() && !posted_.empty() ? by_.report : 0;
    for (auto& one : posted_) least = std::min(least, known_.find(one.id)->second.quiet(now));
    return least;
}

void cast_member::withdraw(const void* owner)
{
    for (std::size_t i = 0; i < posted_.size(); ++i) {
        if (posted_[i].owner != owner) continue;
        known_.erase(posted_[i].id);
        posted_.erase(posted_.begin() + std::ptrdiff_t(i));
        return;
    }
}

} // namespace hocket
