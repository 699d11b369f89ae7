// SPDX-License-Identifier: BSD-3-Clause
#include "interpose/private_communicator.hpp"
#include "interpose/agreement.hpp"
#include "interpose/explain.hpp"
#include "interpose/process.hpp"
#include "interpose/quiet_errors.hpp"
#include "interpose/same_ranks.hpp"
#include "interpose/together.hpp"
#include "transports/mpi/multicast_setup.hpp"
#include "transports/mpi/node_memory.hpp"
#include "transports/shared/area.hpp"
#include <algorithm>
#include <optional>

namespace hocket {

namespace {

bool everywhere(bool here, MPI_Comm comm)
{
    return least_of_all(here, comm, 0) != 0;
}

std::string used_up()
{
    return "the budget of " + std::to_string(process::budget()) + " private communicators is used up";
}

// Messages of more bytes are read where they lie, if that may be. Measured; a machine may know better of itself, but
// what a slot holds has arrived before anybody could read it elsewhere.
std::size_t worth_reading(const machine& by)
{
    constexpr std::size_t otherwise = 16 << 10;
    if (by.sharing.copy_GBps <= 0) return otherwise;
    return std::size_t(std::clamp(by.sharing.single_copy_from, double(slot::most_here), 1e18));
}

// Collective. `ranks`: all have it.
int first_without(const node_memory& memory, MPI_Comm comm, int rank, int ranks)
{
    return least_of_all(memory.mistake().empty() ? ranks : rank, comm, 0);
}

} // namespace

std::unique_ptr<private_communicator> private_communicator::make(process& of, MPI_Comm user, std::string& why,
                                                                 bool can_do_without)
{
    if (!everywhere(can_do_without ? of.has_room_to_spare() : of.has_room(), user)) {
        why = used_up();
        return nullptr;
    }
    std::unique_ptr<private_communicator> made(new private_communicator(of));
    made->count_one();
    if (everywhere(made->create(user) == MPI_SUCCESS, user)) return made;
    why = "the library gives no further communicator";
    return nullptr;
}

int private_communicator::create(MPI_Comm user)
{
    quiet_errors quiet(user);
    int code = make_of_same_ranks(user, comm_);
    if (code == MPI_SUCCESS) port_ = std::make_unique<mpi_port>(comm_, process_.memory());
    return code;
}

bool private_communicator::add_leaders(const layout& where, std::string& why)
{
    if (port_->has_leaders()) return true;
    if (!everywhere(process_.has_room(), comm_)) {
        why = used_up();
        return false;
    }
    count_one();
    if (everywhere(port_->prepare_leaders(where) == MPI_SUCCESS, comm_)) return true;
    why = "the library gives no communicator between the nodes";
    return false;
}

// All ranks or none, so that both ends of a message go the same way.
std::string private_communicator::share_memory(const layout& where, int rank, const settings& by)
{
    bool single_copy = by.single_copy;
    node_memory shared(comm_, rank, where, node_memory::sender::waits);
    if (by.share_after != 0 && process_.may_use_unknown_memory())
        shared.refuse("the program may use device memory of a kind that Hocket does not know (HOCKET_SHM=1: it hands "
                      "none to MPI)");
    int refused = first_without(shared, comm_, rank, where.ranks());
    if (refused < where.ranks())
        return rank == refused ? "messages inside nodes go through the library: " + shared.mistake() : "";
    shares_memory_ = true;
    is_crowded_ = where.nodes() == 1 ? shared.is_crowded() : !everywhere(!shared.is_crowded(), comm_);
    bool reads = copies_once_ = single_copy && everywhere(shared.reads_neighbour(), comm_);
    auto landing = [port = port_.get()](std::size_t n) { return port->scratch(n).data(); };
    if (reads) read_from_ = worth_reading(by.model);
    auto longest = std::to_string(shared.longest_in_cells(read_from_));
    port_->take_short_way(shared.links(read_from_, landing));
    if (rank > 0) return "";
    return std::string("messages inside nodes go through shared memory, long ones ") +
           (reads         ? "in one copy (over " + longest + " bytes)"
            : single_copy ? "in two copies: processes may not read one another"
                          : "in two copies");
}

// Rarely the first communicator's, and then likely that of many.
void private_communicator::tell_of_refused_lanes(const std::string& why) const
{
    auto what = "nonblocking and persistent collectives of some communicators have no memory that ranks share: " + why;
    if (process_.first_time(what)) explain(process_.by(), what);
}

std::shared_ptr<memory_lane> private_communicator::lane(std::size_t index, const layout& where, int rank)
{
    if (auto& known = made_lane(index)) return known;
    if (!shares_memory_ || lanes_refused_) return nullptr;
    node_memory shared(comm_, rank, where, node_memory::sender::goes_on);
    if (!segment::has_room_to_spare())
        shared.refuse(
            "communicators of this process have half of what it may share, and the rest is for blocking ones");
    int refused = first_without(shared, comm_, rank, where.ranks());
    lanes_refused_ = refused < where.ranks();
    if (rank == refused) tell_of_refused_lanes(shared.mistake());
    if (lanes_refused_) return nullptr;
    lanes_.resize(std::max(lanes_.size(), index + 1));
    return lanes_[index] = memory_lane::over(shared, read_from_);
}

std::string private_communicator::add_multicast(const layout& where, int rank, const settings& by, bool& works)
{
    bool carried = process_.can_run_nonblocking() && by.progress != carried_by::nobody;
    multicast_setup made(comm_, rank, where, {by.multicast, carried, *cast_faults::read(by.multicast_faults)});
    works = made.works();
    auto warn = [rank, nodes = where.nodes()] {
        if (rank == 0)
            complain("multicast does not get through on a communicator of " + std::to_string(nodes) +
                     " nodes: its messages go from node to node by MPI from now on");
    };
    has_multicast_ = works;
    if (works) port_->take_multicast(made.links(process_.casts(), warn));
    if (works && carried) process_.nonblocking().keep_hook();
    return made.said();
}

void private_communicator::revoke()
{
    mpi.Comm_revoke(comm_);
    if (port_->leaders() != MPI_COMM_NULL) mpi.Comm_revoke(port_->leaders());
}

void private_communicator::count_one()
{
    process_.count(1);
    ++counted_;
}

// A letter of a rank that has failed may come after all have looked for the last time. MPICH frees no communicator with
// a message that nobody took, and says so by the handler of another one. A program without a world has none to ask.
void private_communicator::free()
{
    int has_world = 0;
    std::optional<quiet_errors> self, world;
    if (has_multicast_) mpi.Initialized(&has_world);
    if (has_world) self.emplace(MPI_COMM_SELF), world.emplace(MPI_COMM_WORLD);
    mpi.Comm_free(&comm_);
}

// What a rank that has failed told the others may come when they have freed theirs: it must not be taken for a message
// of a later communicator, which has this one's number if all its ranks have freed theirs. So this one stays.
private_communicator::~private_communicator()
{
    if (port_) process_.count_heard(port_->heard());
    for (auto& one : lanes_)
        if (one) process_.count_heard(one->heard());
    bool stays = port_ && port_->settle_multicast() != MPI_SUCCESS;
    port_.reset();
    if (stays) return;
    if (comm_ != MPI_COMM_NULL) free();
    process_.count(-counted_);
}

} // namespace hocket
