// SPDX-License-Identifier: BSD-3-Clause
#include "world/exhaustive.hpp"
#include <algorithm>

namespace hocket {

void exhaustive::begin(int ranks)
{
    ranks_.assign(std::size_t(ranks), {});
    inherited_.clear();
    depth_ = 0;
    gave_up_ = false;
}

void exhaustive::posted(request& r)
{
    auto& rank = ranks_[std::size_t(r.owner)];
    rank.open.push_back({&r, rank.posted++, false});
}

void exhaustive::matched(request& first)
{
    for_each_part(first, [&](request& part) {
        for (auto& o : ranks_[std::size_t(part.owner)].open)
            if (o.r == &part) o.possible = true;
    });
}

request* exhaustive::next()
{
    if (depth_ == path_.size()) {
        choice here{persistent(), std::move(inherited_)};
        if (here.options.empty()) return nullptr;
        std::erase_if(here.options, [&](event e) { return std::ranges::count(here.asleep, e) > 0; });
        gave_up_ = here.options.empty();
        if (gave_up_) return nullptr;
        path_.push_back(std::move(here));
    }
    auto& here = path_[depth_++];
    auto chosen = here.options[here.taken];
    if (depth_ == path_.size()) inherited_ = asleep_after(here, chosen);
    return take(chosen);
}

// What was tried instead of `chosen`, here or earlier, need not be tried right after it where the two commute.
std::vector<exhaustive::event> exhaustive::asleep_after(const choice& here, event chosen) const
{
    auto tried = here.asleep;
    tried.insert(tried.end(), here.options.begin(), here.options.begin() + std::ptrdiff_t(here.taken));
    std::erase_if(tried, [&](event e) { return !commute(e, chosen); });
    return tried;
}

std::vector<exhaustive::event> exhaustive::persistent() const
{
    std::vector<event> all, best;
    for (int rank = 0; rank < int(ranks_.size()); ++rank) {
        auto& open = ranks_[std::size_t(rank)].open;
        auto options = possible_on(rank);
        if (options.empty()) continue;
        bool one_wait = std::ranges::all_of(open, [&](auto& o) { return o.r->done == open[0].r->done; });
        if (one_wait) return {options[0]};
        if (options.size() == open.size() && (best.empty() || options.size() < best.size())) best = options;
        all.insert(all.end(), options.begin(), options.end());
    }
    return best.empty() ? all : best;
}

std::vector<exhaustive::event> exhaustive::possible_on(int rank) const
{
    std::vector<event> found;
    for (auto& o : ranks_[std::size_t(rank)].open)
        if (o.possible) found.push_back({rank, o.index});
    return found;
}

bool exhaustive::commute(event a, event b) const
{
    return a.rank != b.rank || find(a)->r->done == find(b)->r->done;
}

std::vector<exhaustive::open_request>::const_iterator exhaustive::find(event e) const
{
    return std::ranges::find(ranks_[std::size_t(e.rank)].open, e.index, &open_request::index);
}

request* exhaustive::take(event e)
{
    auto at = find(e);
    auto* r = at->r;
    ranks_[std::size_t(e.rank)].open.erase(at);
    return r;
}

bool exhaustive::advance()
{
    while (!path_.empty() && path_.back().taken + 1 == path_.back().options.size()) path_.pop_back();
    if (path_.empty()) return false;
    ++path_.back().taken;
    return true;
}

} // namespace hocket
