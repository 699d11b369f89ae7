// SPDX-License-Identifier: BSD-3-Clause
#include "interpose/communicator.hpp"
#include "drive/blocking.hpp"
#include "drive/packing.hpp"
#include "interpose/agreement.hpp"
#include "interpose/explain.hpp"
#include "interpose/inside.hpp"
#include "interpose/node_id.hpp"
#include "interpose/process.hpp"

namespace hocket {

communicator::communicator(MPI_Comm handle, std::uint64_t born) : comm_(handle), born_(born)
{
    int inter = 0;
    mpi.Comm_test_inter(handle, &inter);
    mpi.Comm_size(handle, &size_);
    mpi.Comm_rank(handle, &rank_);
    native_ = inter || size_ == 1 || process::here().reaches_beyond_its_world(handle);
}

communicator::~communicator() = default;

void communicator::hint(const std::string& text)
{
    auto canonical = canonical_bcast(text);
    hint_ = canonical ? *canonical : text;
    hint_mistake_ = canonical ? "" : "info key hocket_bcast: " + canonical.error().what;
}

int communicator::bcast(const bcast_call& call)
{
    std::size_t element = 0;
    if (native_ || !call.is_sound(size_, element)) return call.native();
    if (!settled_ && !settle()) return call.native();
    auto n = std::size_t(call.count) * element;
    if (native_) return call.native();
    auto& made = chooser_->bcast(n);
    if (made.plan.runs == way::native && !watched_) return call.native();
    inside guard;
    return watched_ ? run_watched(made, call, element) : run(made.plan, call, element);
}

// At the first call, and after the info object has changed.
bool communicator::settle()
{
    inside guard;
    auto& all = process::here();
    auto& by = all.by();
    if (!agree(comm_, {"hocket_bcast=" + hint_ + "\n" + by.agreed, own_mistake()})) return false;
    all.warn(rank_);
    if (chooser::needs_layout(by, hint_) && !where_) where_ = gather_layout(comm_, size_, all.node_id());
    chooser_ = std::make_unique<chooser>(by, where_ ? *where_ : layout::block(size_, size_), hint_);
    announced_.clear();
    watched_ = by.verify || by.dry || by.explain != "0";
    crowded_ = crowded();
    settled_ = true;
    return true;
}

std::string communicator::own_mistake() const
{
    auto& all = process::here();
    if (!all.mistake().empty()) return all.mistake();
    if (!all.by().nodes.empty() && !all.has_world())
        return "HOCKET_NODES counts the ranks of MPI_COMM_WORLD, which this program does not have";
    return hint_mistake_;
}

bool communicator::crowded() const
{
    int here = ranks_on_this_node();
    if (where_) here = std::max(here, where_->size_of(where_->node_of(rank_)));
    return oversubscribed(here);
}

int communicator::run(const bound_bcast& plan, const bcast_call& call, std::size_t element)
{
    if (plan.runs == way::native) return call.native();
    if (plan.runs == way::native_nonblocking) return call.native_nonblocking();
    if (call.count == 0 || element == 0) return MPI_SUCCESS; // on every rank: nothing moves
    if (!prepare(plan)) return call.native();
    return run_own(*plan.run, call, element);
}

int communicator::run_own(const bcast_algorithm& algorithm, const bcast_call& call, std::size_t element)
{
    auto& port = private_->port();
    if (port.failure()) return give_up(port.failure());
    packed data(port, {call.at, std::size_t(call.count), call.type, element},
                rank_ == call.root ? packed::role::source : packed::role::target);
    port.begin(data.picture());
    waiter wait(crowded_);
    if (run_blocking(port, algorithm.start(net(port, rank_, size_).rooted(call.root), data.data()), wait) == 0)
        data.finish();
    port.end();
    return port.failure() ? give_up(port.failure()) : MPI_SUCCESS;
}

// Collective where something is still to be made; every rank comes to the same answer.
bool communicator::prepare(const bound_bcast& plan)
{
    std::string why;
    if (!private_) private_ = private_communicator::make(process::here(), comm_, why);
    if (private_ && (!plan.uses_native || private_->add_leaders(*where_, why))) return true;
    stand_down(why);
    return false;
}

void communicator::stand_down(const std::string& why)
{
    native_ = true;
    private_.reset();
    if (rank_ != 0 || !process::here().first_time(why)) return;
    explain(process::here().by(), "broadcasts on a communicator of " + std::to_string(size_) +
                                      " ranks, and perhaps on others, stay native: " + why);
}

// An error of MPI's is the user's to handle. It stays: other ranks may not know of it, so this one cannot go over to
// the library's broadcasts alone, and each later one ends in the same error.
int communicator::give_up(int code)
{
    mpi.Comm_call_errhandler(comm_, code);
    return code;
}

} // namespace hocket
