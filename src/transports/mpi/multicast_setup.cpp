// SPDX-License-Identifier: BSD-3-Clause
#include "transports/mpi/multicast_setup.hpp"
#include "transports/mpi/multicast_burst.hpp"
#include <algorithm>
#include <sys/random.h>

namespace hocket {

namespace {

constexpr std::uint32_t most_window = 128, least_window = 16; // packets

} // namespace

multicast_setup::multicast_setup(MPI_Comm comm, int rank, const layout& where, const multicast_wish& wish)
    : comm_(comm), rank_(rank), where_(where)
{
    auto found = cast_interface::find(wish.by);
    if (found) interface_ = *std::move(found);
    else mistake_ = found.error().what;
    draw();
    terms_.faults = wish.faults;
    terms_.carried = least(wish.carried); // a rank that waits for who has left would do so for ever
    if (!all_well() || !find_family()) return;
    open_sockets();
    if (!all_well() || !agree_on_window()) return;
    probe();
    if (!all_well()) return;
    works_ = true;
    if (rank_ == 0)
        said_ = "multicast between " + std::to_string(where_.nodes()) + " nodes: group " + group_->text() + " by " +
                interface_.name + ", " + std::to_string(terms_.window) + " packets under way";
}

// One rank draws what nobody else may know, and the others have it by a way that strangers cannot read.
void multicast_setup::draw()
{
    if (rank_ == 0 && getrandom(dice_, sizeof dice_, 0) != sizeof dice_)
        mistake_ = "the system gives no random numbers";
    auto handle = MPI_REQUEST_NULL;
    int code = mpi.Ibcast(dice_, int(sizeof dice_), MPI_BYTE, 0, comm_, &handle);
    if (code == MPI_SUCCESS) code = mpi.Wait(&handle, MPI_STATUS_IGNORE);
    if (code != MPI_SUCCESS) mistake_ = "no message to the other ranks";
    terms_.communicator = dice_[0];
    terms_.key = {dice_[1], dice_[2]};
}

int multicast_setup::least(int mine) const
{
    int all = 0;
    auto handle = MPI_REQUEST_NULL;
    int code = mpi.Iallreduce(&mine, &all, 1, MPI_INT, MPI_MIN, comm_, &handle);
    if (code == MPI_SUCCESS) code = mpi.Wait(&handle, MPI_STATUS_IGNORE);
    return code == MPI_SUCCESS ? all : 0;
}

bool multicast_setup::all_well()
{
    int refused = least(mistake_.empty() ? where_.ranks() : rank_);
    if (refused == rank_) said_ = "no multicast between nodes: " + mistake_;
    return refused == where_.ranks();
}

// IPv4 where all have it.
bool multicast_setup::find_family()
{
    bool four = least(interface_.four), six = least(interface_.six);
    if (four || six) group_.emplace(!four, dice_[3], dice_[4]);
    else if (rank_ == 0) said_ = "no multicast between nodes: their interfaces have no addresses of one kind";
    return group_.has_value();
}

void multicast_setup::open_sockets()
{
    auto out = cast_socket::sender(*group_, interface_);
    if (out) out_.emplace(*std::move(out));
    else mistake_ = interface_.name + ": " + out.error().what;
    if (where_.local_of(rank_) != 0) return;
    auto in = cast_socket::receiver(*group_, interface_);
    if (in) in_.emplace(*std::move(in));
    else mistake_ = interface_.name + ": " + in.error().what;
}

bool multicast_setup::agree_on_window()
{
    int all = least(int(in_ ? std::min(in_->room(), most_window) : most_window));
    terms_.window = std::uint32_t(all);
    if (all >= int(least_window)) return true;
    if (rank_ == 0)
        said_ = "no multicast between nodes: a socket has room for " + std::to_string(all) + " packets only";
    return false;
}

// What comes of packets sent by all nodes before anything depends on them.
void multicast_setup::probe()
{
    multicast_burst burst(rank_, where_, packet_format(terms_.communicator, terms_.key), *out_, in_ ? &*in_ : nullptr);
    while (!burst.is_complete() && !burst.is_late()) burst.go_on();
    int mine = burst.is_complete() ? where_.ranks() : rank_, all = 0, done = 0;
    if (!burst.is_complete()) mistake_ = burst.missing();
    auto handle = MPI_REQUEST_NULL;
    int code = mpi.Iallreduce(&mine, &all, 1, MPI_INT, MPI_MIN, comm_, &handle);
    // Others may still need what this rank sends.
    while (code == MPI_SUCCESS && !done) {
        code = mpi.Test(&handle, &done, MPI_STATUS_IGNORE);
        burst.go_on();
    }
    if (code != MPI_SUCCESS) mistake_ = "no message to the other ranks";
}

std::unique_ptr<multicast_links> multicast_setup::links(cast_keeper& keeper, std::function<void()> warn)
{
    return std::make_unique<multicast_links>(comm_, rank_, where_, terms_, *std::move(out_), std::move(in_), &keeper,
                                             std::move(warn));
}

} // namespace hocket
