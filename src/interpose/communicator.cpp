// SPDX-License-Identifier: BSD-3-Clause
#include "interpose/communicator.hpp"
#include "interpose/agreement.hpp"
#include "interpose/explain.hpp"
#include "interpose/inside.hpp"
#include "interpose/node_id.hpp"
#include "interpose/process.hpp"
#include "transports/shared/waiter.hpp"

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

void communicator::hint(collective c, const std::string& text)
{
    of(c).hint = of(c).hint_mistake = "";
    if (text.empty() || text == "auto") return;
    auto canonical = canonical_spec(name_of(c), text);
    of(c).hint = canonical ? *canonical : text;
    of(c).hint_mistake = canonical ? "" : "info key " + info_key_of(c) + ": " + canonical.error().what;
}

// At the first call, and after the info object has changed.
bool communicator::settle()
{
    inside guard;
    auto& all = process::here();
    auto& by = all.by();
    if (!agree(comm_, {own_opinion() + by.agreed, own_mistake()})) return false;
    all.warn(rank_);
    for (auto c : all_collectives) {
        of(c).choose.reset();
        of(c).choose_ordered.reset();
        of(c).never_ours = false;
        if (!where_ && chooser::needs_layout(name_of(c), by, of(c).hint))
            where_ = gather_layout(comm_, size_, all.node_id());
    }
    shares_ = shares_memory();
    announced_.clear();
    watched_ = by.verify || by.dry || by.explain != "0";
    crowded_ = crowded();
    settled_ = true;
    return true;
}

std::string communicator::own_opinion() const
{
    std::string text;
    for (auto c : all_collectives)
        if (auto& hint = choices_[std::size_t(c)].hint; !hint.empty())
            text.append(info_key_of(c)).append("=").append(hint).append("\n");
    return text;
}

std::string communicator::own_mistake() const
{
    auto& all = process::here();
    if (!all.mistake().empty()) return all.mistake();
    if (!all.by().nodes.empty() && !all.has_world())
        return "HOCKET_NODES counts the ranks of MPI_COMM_WORLD, which this program does not have";
    for (auto& one : choices_)
        if (!one.hint_mistake.empty()) return one.hint_mistake;
    return {};
}

void communicator::make_choosers(collective what)
{
    auto where = where_ ? *where_ : layout::block(size_, size_);
    auto& known = of(what);
    auto make = [&](bool commutative) {
        return std::make_unique<chooser>(name_of(what), process::here().by(), where, known.hint, commutative, shares_);
    };
    known.choose = make(true);
    if (is_reduction(name_of(what))) known.choose_ordered = make(false);
    known.never_ours = stays_native(what, true) && (!known.choose_ordered || stays_native(what, false));
}

bool communicator::stays_native(collective what, bool commutative)
{
    auto& least = decide(what, 0, commutative);
    range any;
    return is_native(least) && least.from <= any.low && least.to >= any.high;
}

bool communicator::crowded() const
{
    int here = ranks_on_this_node();
    if (where_) here = std::max(here, where_->size_of(where_->node_of(rank_)));
    return oversubscribed(here);
}

// Collective where something is still to be made; every rank comes to the same answer.
bool communicator::prepare(const bound_plan& plan)
{
    std::string why;
    if (!private_ && (private_ = private_communicator::make(process::here(), comm_, why))) share_memory();
    if (private_ && (!plan.uses_native || private_->add_leaders(*where_, why))) return true;
    stand_down(why);
    return false;
}

// Where choices depend on it, before the first of them.
bool communicator::shares_memory()
{
    if (!process::here().by().shared_memory || !where_ || where_->nodes() > 1 || size_ == 1) return false;
    std::string why;
    if (!private_ && (private_ = private_communicator::make(process::here(), comm_, why))) share_memory();
    return private_ && private_->port().tells_all(0);
}

void communicator::share_memory()
{
    auto& by = process::here().by();
    if (!by.shared_memory || !where_ || where_->largest() == 1) return;
    auto what = private_->share_memory(*where_, rank_, by.single_copy);
    if (rank_ == 0 && process::here().first_time(what)) explain(by, what);
}

void communicator::stand_down(const std::string& why)
{
    native_ = true;
    private_.reset();
    if (process::here().by().reproducible && rank_ == 0)
        complain("HOCKET_REPRODUCIBLE does not hold on a communicator of " + std::to_string(size_) + " ranks: " + why);
    if (rank_ != 0 || !process::here().first_time(why)) return;
    explain(process::here().by(), "collectives on a communicator of " + std::to_string(size_) +
                                      " ranks, and perhaps on others, stay native: " + why);
}

// An error of MPI's is the user's to handle. It stays: other ranks may not know of it, so this one cannot go over to
// the library's collectives alone, and each later one ends in the same error.
int communicator::give_up(int code)
{
    mpi.Comm_call_errhandler(comm_, code);
    return code;
}

} // namespace hocket
