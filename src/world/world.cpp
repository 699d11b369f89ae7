// SPDX-License-Identifier: BSD-3-Clause
#include "world/world.hpp"
#include "world/stuck.hpp"

namespace hocket {

world::world(int ranks, world_rules by) : rules_(by), watches_(std::size_t(ranks))
{
    for (int r = 0; r < ranks; ++r) ports_.emplace_back(*this, r);
}

std::optional<trouble> world::run(order& by, const std::function<task(net)>& body)
{
    forget();
    order_ = &by;
    by.begin(ranks());
    running_ = true;
    std::vector<completion> ends(ports_.size()); // outlive the tasks
    std::vector<task> tasks;
    tasks.reserve(std::size_t(ranks()));
    for (int r = 0; r < ranks(); ++r) tasks.push_back(body(net(ports_[std::size_t(r)], r, ranks())));
    for (std::size_t r = 0; r < tasks.size(); ++r) tasks[r].start(ends[r]);
    while (!trouble_) {
        auto* r = by.next();
        if (!r) break;
        finish(*r);
    }
    if (!trouble_ && !by.gave_up()) {
        auto words = stuck(ends);
        if (unequal_) fail("length", *unequal_);
        else if (!words.empty()) fail("deadlock", words);
        else if (auto owed = by.owed(); !owed.empty()) fail("owed", owed);
        else if (!scratch_intact()) fail("guard", "written outside of scratch memory");
    }
    running_ = false; // what the tasks still have in flight is cancelled in silence
    return trouble_;
}

bool world::post(int rank, request& r)
{
    r.owner = rank;
    if (trouble_ || !admit(r)) return false;
    if (r.what == verb::copy || r.what == verb::reduce) {
        apply_local(r);
        return true;
    }
    r.slot = -1;
    order_->posted(r);
    if (rules_.watch_buffers) watches_[std::size_t(rank)].add(r);
    if (!r.cast) match(r);
    return false;
}

bool world::admit(const request& r)
{
    if (++operations_ > rules_.operations) {
        fail("endless", "more than " + std::to_string(rules_.operations) + " operations");
    } else if (r.peer < 0 || r.peer >= ranks()) {
        fail("peer", "rank " + std::to_string(r.owner) + " " + describe(r) + " of " + std::to_string(ranks()));
    } else if (rules_.watch_buffers) {
        auto words = watches_[std::size_t(r.owner)].disturbs(r);
        if (words) fail("overlap", *words);
    }
    return !trouble_;
}

void world::match(request& r)
{
    request* ring = nullptr;
    if (r.what == verb::native_bcast) {
        ring = gathering_.join(r);
        if (!ring) return;
    } else {
        auto* other = waiting_.claim(r);
        if (!other) return waiting_.file(r);
        ring = &join_halves(r, *other);
    }
    auto words = disagreement(*ring);
    if (!words) return order_->matched(*ring);
    if (!unequal_) unequal_ = words;
    if (!rules_.unequal_last) fail("length", *words);
}

void world::finish(request& r)
{
    if (!r.cast) mover_.finish(r);
    if (rules_.watch_buffers) watches_[std::size_t(r.owner)].remove(r);
    r.finish().resume();
}

// An algorithm that lets go of a request before it has completed leaves its peer with half a message.
void world::cancel(const request& r)
{
    if (!running_ || trouble_) return;
    fail("cancelled", "rank " + std::to_string(r.owner) + " gives up what it has begun: it " + describe(r) + " (" +
                          std::to_string(r.count) + " bytes)");
}

void world::fail(std::string kind, std::string detail)
{
    if (!trouble_) trouble_ = trouble{std::move(kind), std::move(detail)};
}

bool world::scratch_intact()
{
    for (auto& p : ports_)
        if (!p.memory().intact()) return false;
    return true;
}

std::string world::stuck(const std::vector<completion>& ends) const
{
    stuck_report report;
    auto note = [&](const request& r) { report.waiting.push_back(&r); };
    waiting_.for_each(note);
    gathering_.for_each(note);
    for (std::size_t r = 0; r < ends.size(); ++r)
        if (!ends[r].done()) report.unfinished.push_back(int(r));
    return report.text();
}

void world::forget()
{
    waiting_.clear();
    gathering_.clear();
    mover_.clear();
    for (auto& w : watches_) w.clear();
    for (auto& p : ports_) p.memory().clear();
    trouble_.reset();
    unequal_.reset();
    operations_ = 0;
}

} // namespace hocket
