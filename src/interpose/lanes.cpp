// SPDX-License-Identifier: BSD-3-Clause
// Which operations that go on by themselves go through memory that the ranks of a node share: each nonblocking one in
// turn has one of a few ways there, as it has its tags, and persistent ones with the first tags have their own.
#include "interpose/communicator.hpp"
#include "interpose/inside.hpp"
#include "interpose/process.hpp"

namespace hocket {

namespace {

constexpr int nonblocking_lanes = 8, lasting_lanes = tag_ranges::asked_after;

// Of a persistent operation with that range of tags; less than 0: none.
int lasting_lane(int range)
{
    int which = range - 1 - tag_ranges::most;
    return which < lasting_lanes ? nonblocking_lanes + which : -1;
}

} // namespace

// Collective, where the ranks of a node share memory: all of them or none. From now on no more operations go on at
// once than there are.
void communicator::make_lanes()
{
    inside guard;
    if (!tags_ || !private_->shares_memory()) return;
    int made = 0;
    while (made < nonblocking_lanes && private_->lane(std::size_t(made), *where_, rank_)) ++made;
    if (made == nonblocking_lanes) tags_->keep_to(made);
    else private_->drop_lanes(std::size_t(made));
}

// The same on all ranks.
bool communicator::may_be_measured(collective what) const
{
    auto& all = process::here();
    bool may_share = all.can_run_nonblocking() && all.by().share_after && !all.by().dry;
    if (!may_share || !where_ || where_->nodes() > 1 || where_->largest() == 1) return false;
    return chooser::may_be_measured_nonblocking(name_of(what), all.by(), choices_[std::size_t(what)].hint);
}

// Collective. True: the next persistent operation would have one.
bool communicator::ready_lasting_lane()
{
    inside guard;
    std::string why;
    bool has_tags = has_private(why, true) && tags_ && has_lasting_tags();
    return has_tags && lane_of(tags_->coming_lasting(), true) != nullptr;
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
