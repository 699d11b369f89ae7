// SPDX-License-Identifier: BSD-3-Clause
#include "drive/rooted_data.hpp"

namespace hocket {

rooted_data::rooted_data(mpi_port& port, const rooted_user& user) : port_(port), user_(user)
{
    using all = staged_blocks::role;
    if (user.block) sizes_.emplace(*user.block);
    if (user.at_root())
        all_.emplace(port, user.blocks, user.root, user.ranks, user.gathers ? all::target : all::source);
    else mine_.emplace(port, user.own, user.gathers ? packed::role::source : packed::role::target);
}

rooted_blocks rooted_data::blocks() const
{
    rooted_blocks data;
    if (mine_) data.mine = mine_->data();
    if (sizes_) data.sizes = &*sizes_;
    if (all_) data.places = all_->places();
    return data;
}

staging* rooted_data::picture()
{
    return all_ ? all_->picture() : mine_->picture();
}

void rooted_data::before()
{
    if (user_.gathers) compare_own();
}

// The root's own block is its driver's to move.
void rooted_data::meanwhile()
{
    if (!has_own() || !own_fits()) return;
    if (!copy_) {
        auto among = block_of(user_.blocks, user_.rank);
        copy_.emplace(user_.gathers ? user_.own : among, user_.gathers ? among : user_.own);
    }
    port_.fail(copy_->go(port_));
}

void rooted_data::after()
{
    if (mine_) mine_->finish();
    if (!user_.gathers) compare_own();
}

void rooted_data::compare_own()
{
    if (has_own() && !own_fits()) port_.disagree({user_.rank, user_.own.size(), user_.blocks.size_of(user_.rank)});
}

} // namespace hocket
