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
    if (user_.at_root() && user_.gathers) move_own();
}

void rooted_data::after()
{
    if (mine_) mine_->finish();
    if (user_.at_root() && !user_.gathers) move_own();
}

// The root's own block is its driver's to move.
void rooted_data::move_own()
{
    if (user_.own.at == MPI_IN_PLACE) return;
    auto among = block_of(user_.blocks, user_.rank);
    auto &from = user_.gathers ? user_.own : among, &to = user_.gathers ? among : user_.own;
    if (from.size() > to.size()) return port_.disagree({user_.rank, user_.own.size(), among.size()});
    if (from.size() > 0) port_.fail(copy_here(from, to, port_));
}

} // namespace hocket
