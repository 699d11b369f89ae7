// SPDX-License-Identifier: BSD-3-Clause
#include "simulate/record_causes.hpp"
#include <algorithm>

namespace hocket {
namespace {

void add(std::vector<int>& to, const std::vector<int>& more)
{
    to.insert(to.end(), more.begin(), more.end());
    std::ranges::sort(to);
    auto twice = std::ranges::unique(to);
    to.erase(twice.begin(), twice.end());
}

template <class Map> auto take(Map& from, typename Map::key_type key)
{
    auto node = from.extract(key);
    return node ? std::move(node.mapped()) : typename Map::mapped_type{};
}

completion*& awaited_by(std::coroutine_handle<> who)
{
    return task::handle::from_address(who.address()).promise().done;
}

} // namespace

void causality::start(task& whole, completion& end)
{
    now_.clear();
    whole.start(end);
    end.who = nullptr; // nobody goes on after it
    remember_fresh({}, &end);
}

void causality::posted(request& r, int operation)
{
    auto [at, first] = shared_.try_emplace(r.done);
    // Null until somebody awaits it: a round may complete before that.
    if (first) r.done->who = nullptr;
    at->second.operations.push_back(operation);
    at->second.under = now_;
    fresh_.push_back(&r);
}

void causality::completed(request& r)
{
    auto* done = r.done;
    bool last = done->pending == 1;
    auto who = r.finish();
    if (!last) return;
    auto [operations, under] = take(shared_, done);
    auto rank = std::size_t(r.owner);
    if (unawaited_.size() <= rank) unawaited_.resize(rank + 1);
    if (!who) return add(unawaited_[rank], operations);
    // A coroutine that awaited other things since it posted these has seen more than they tell.
    if (auto& seen = seen_[who.address()]; seen != under) add(operations, seen);
    go_on(who, std::move(operations), unawaited_[rank]);
}

// The coroutine runs until it suspends or ends; who awaits it runs next, if no sibling is left.
void causality::go_on(handle who, causes since, const causes& unawaited)
{
    while (who) {
        now_ = since;
        add(now_, unawaited);
        completion end;
        auto& awaited = awaited_by(who);
        auto* above = std::exchange(awaited, &end);
        who.resume();
        if (!end.done()) {
            awaited = above;
            return remember_fresh(who, nullptr);
        }
        seen_.erase(who.address());
        auto& joined = joined_[above];
        add(joined, now_);
        bool last = above->pending == 1;
        who = above->arrive();
        if (!last) return;
        since = take(joined_, above);
    }
}

// All that was posted in this run was posted by `until` or by children that it has started; they suspend with what
// it had seen, and so does everybody between.
void causality::remember_fresh(handle until, completion* root)
{
    if (until) seen_[until.address()] = now_;
    for (auto* r : std::exchange(fresh_, {}))
        for (auto h = r->done->who; h && h != until;) {
            seen_[h.address()] = now_;
            auto* above = awaited_by(h);
            h = above == root ? handle() : above->who;
        }
}

} // namespace hocket
