// SPDX-License-Identifier: BSD-3-Clause
// Which operations that go on by themselves go through memory that the ranks of a node share: each nonblocking one in
// turn has one of a few ways there, as it has its tags, and persistent ones with the first tags have their own.
#include "interpose/communicator.hpp"
#include "interpose/inside.hpp"
#include "interpose/process.hpp"

namespace hocket {

namespace {

constexpr int nonblocking_lanes = 8, lasting_lanes = 32;

// Of a persistent operation with that range of tags; less than 0: none.
int lasting_lane(int range)
{
    int which = range - 1 - tag_ranges::most;
    return which < lasting_lanes ? nonblocking_lanes + which : -1;
}

} // namespace

// All ranks have made as many when they come to their next blocking call, which makes what later ones need.
void communicator::count_nonblocking(collective what)
{
    auto& after = process::here().by().share_after;
    if (!settled_ || !after || !may_be_measured(what, false)) return;
    if (++nonblocking_calls_ < *after) return;
    inside guard;
    counts_nonblocking_ = false;
    wants_lanes_ = true;
    calls_until_shared_ = 1;
    forget_choices();
}

// At the end of MPI each would end in the call that starts it, which is then no better than a blocking one.
bool communicator::may_use_lanes() const
{
    return has_lanes() && !process::here().nonblocking().is_at_its_end();
}

// Collective, where the ranks of a node share memory: all of them or none. From now on no more operations go on at
// once than there are.
void communicator::make_lanes()
{
    inside guard;
    if (has_lanes() || !tags_ || !tags_->any() || !private_->shares_memory()) return;
    int made = 0;
    while (made < nonblocking_lanes && private_->lane(std::size_t(made), *where_, rank_)) ++made;
    if (made == nonblocking_lanes) tags_->keep_to(made);
    else private_->drop_lanes(std::size_t(made));
}

// The same on all ranks.
bool communicator::may_be_measured(collective what, bool persistent)
{
    auto& known = of(what).is_measured[persistent];
    if (known) return *known;
    inside guard;
    auto& all = process::here();
    bool may_share = all.can_run_nonblocking() && all.by().share_after && !all.by().dry;
    if (!may_share || !where_ || where_->nodes() > 1 || where_->largest() == 1) return *(known = false);
    return *(known = chooser::may_be_measured(name_of(what), all.by(), *where_, of(what).hint, persistent));
}

// Collective. True: the next persistent operation would have one.
bool communicator::ready_lasting_lane()
{
    inside guard;
    std::string why;
    bool has_tags = has_private(why, true) && tags_ && has_lasting_tags();
    return has_tags && lane_of(tags_->coming_lasting(), true) != nullptr;
}

// Collective for a persistent operation.
std::unique_ptr<seat> communicator::seat_of(int range, bool persistent)
{
    if (auto left = tags_->take_seat(range)) return left;
    auto& all = process::here();
    auto lane = lane_of(range, persistent);
    return std::make_unique<seat>(private_->comm(), all.memory(), all.nonblocking().messages(),
                                  range * tag_ranges::width, std::move(lane));
}

// Collective for a persistent one.
std::shared_ptr<memory_lane> communicator::lane_of(int range, bool persistent)
{
    if (!persistent) return range <= nonblocking_lanes ? private_->made_lane(std::size_t(range) - 1) : nullptr;
    int which = lasting_lane(range);
    if (which < 0) return nullptr;
    if (auto& by = process::here().by(); by.share_after && !by.dry) fetch_memory();
    return private_->shares_memory() ? private_->lane(std::size_t(which), *where_, rank_) : nullptr;
}

} // namespace hocket
