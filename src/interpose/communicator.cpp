// SPDX-License-Identifier: BSD-3-Clause
#include "interpose/communicator.hpp"
#include "choose/node_table.hpp"
#include "interpose/agreement.hpp"
#include "interpose/explain.hpp"
#include "interpose/inside.hpp"
#include "interpose/node_id.hpp"
#include "interpose/process.hpp"
#include "interpose/together.hpp"
#include "transports/shared/waiter.hpp"
#include <algorithm>
#include <iterator>
#include <utility>

namespace hocket {

namespace {

// Only the world is sure to know it.
int greatest_tag()
{
    int *upper = nullptr, found = 0;
    int code = mpi.Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &upper, &found);
    return code == MPI_SUCCESS && found ? *upper : 0;
}

} // namespace

communicator::communicator(MPI_Comm handle, std::uint64_t born) : comm_(handle), born_(born)
{
    int inter = 0;
    mpi.Comm_test_inter(handle, &inter);
    mpi.Comm_size(handle, &size_);
    mpi.Comm_rank(handle, &rank_);
    bool stranger = inter || process::here().reaches_beyond_its_world(handle);
    inter_ = inter;
    native_ = stranger || size_ == 1;
    if (auto& profile = process::here().profile(); !stranger && profile.is_on()) profile_ = profile.open(handle, size_);
}

communicator::~communicator()
{
    process::here().count_gone(counts_);
    if (profile_) process::here().profile().close(*profile_);
}

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
    if (!agree_with_others()) return false;
    all.warn(rank_);
    forget_choices();
    for (auto& one : choices_) one.is_measured[0] = one.is_measured[1] = std::nullopt;
    has_looked_around_ = false;
    for (auto c : all_collectives) {
        if (!where_ && (by.adapt || !by.multicast.empty() || chooser::needs_layout(name_of(c), by, of(c).hint)))
            where_ = gather_layout(comm_, size_, all.node_id());
    }
    bool later = by.share_after && !by.dry && !has_shared_;
    calls_until_shared_ = later ? *by.share_after : 0;
    if (wants_lanes_ || (later && calls_until_shared_ == 0)) share_memory();
    watched_ = is_watched(by);
    crowded_ = crowded();
    settled_ = true;
    if (rank_ == 0) explain_no_multicast();
    if (by.verify && may_multicast()) try_multicast(); // not between what is verified
    if (std::string why; may_run_nonblocking()) has_private(why, true);
    return true;
}

// Collective where they have to be asked for again: what is free here may be in use elsewhere.
bool communicator::has_lasting_tags()
{
    if (tags_->has_lasting()) return true;
    auto here = tags_->in_use(), anywhere = here;
    if (greatest_of_all(here.data(), anywhere.data(), int(here.size()), comm_) != MPI_SUCCESS) return false;
    tags_->renew(anywhere);
    return tags_->has_lasting();
}

void communicator::get_ready()
{
    inside guard;
    if (!native_ && !settled_) settle();
    if (settled_ && may_run_nonblocking()) knows_neighbors(false);
}

bool communicator::may_run_nonblocking() const
{
    auto& all = process::here();
    auto may = [&](auto c) {
        return chooser::may_run_nonblocking(name_of(c), all.by(), choices_[std::size_t(c)].hint);
    };
    return all.can_run_nonblocking() && std::ranges::any_of(all_collectives, may);
}

// Those in flight may run what was chosen before.
void communicator::forget_choices()
{
    if (!has_in_flight()) former_.clear();
    for (auto& known : choices_) {
        for (auto& choose : known.choose)
            if (auto one = std::move(choose); one && has_in_flight()) former_.push_back(std::move(one));
        known.never_ours = false;
        known.native_below = 0;
        known.last = {};
    }
    announced_.clear();
    tryouts_.clear();
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

void communicator::make_choosers(collective what, form how)
{
    auto where = where_ ? *where_ : layout::block(size_, size_);
    auto& known = of(what);
    circumstances like{.nonblocking = how != form::blocking, .persistent = how == form::again_in_memory};
    like.shared = how == form::blocking ? shares_ : how != form::later; // which has none
    if (like.shared) like.single_copy = private_->copies_once(), like.crowded = private_->is_crowded();
    if (topology_) like.around = &topology_->load;
    like.casts = may_multicast() && !like.nonblocking;
    for (bool commutes : {true, false}) {
        like.commutative = commutes;
        if (!commutes && !is_reduction(name_of(what))) continue;
        chooser_of(what, commutes, how) =
            std::make_shared<chooser>(name_of(what), process::here().by(), where, known.hint, like);
    }
    if (how != form::blocking) return;
    bool counts = calls_until_shared_ > 0; // each call has to be seen
    known.native_below = counts ? 0 : native_until(what, true);
    if (known.choose[1]) known.native_below = std::min(known.native_below, native_until(what, false));
    known.never_ours = known.native_below == range().high;
}

// From no bytes on.
std::uint64_t communicator::native_until(collective what, bool commutative)
{
    auto& least = choice_of(what, 0, commutative);
    return is_native(least) && least.from == 0 ? least.to : 0;
}

bool communicator::crowded() const
{
    return oversubscribed(where_ ? where_->size_of(where_->node_of(rank_)) : 0);
}

// Collective where something is still to be made; every rank comes to the same answer.
bool communicator::prepare(const bound_plan& plan)
{
    std::string why;
    if (has_private(why) && (!plan.uses_native || private_->add_leaders(*where_, why))) return true;
    stand_down(why);
    return false;
}

bool communicator::has_private(std::string& why, bool can_do_without)
{
    if (private_) return true;
    private_ = private_communicator::make(process::here(), comm_, why, can_do_without);
    if (private_ && is_revoked_) private_->revoke(); // by another thread meanwhile
    if (private_ && process::here().can_run_nonblocking()) tags_.emplace(greatest_tag());
    if (private_ && process::here().by().share_after && calls_until_shared_ == 0) fetch_memory();
    if (private_) fetch_multicast();
    return private_ != nullptr;
}

// Choices may depend on it; elsewhere it waits for the first message of ours. What a crowd on one of several nodes
// needs is in no model.
void communicator::share_memory()
{
    inside guard;
    has_shared_ = true;
    calls_until_shared_ = 0;
    forget_choices();
    auto& by = process::here().by();
    bool one_node = where_ && where_->nodes() == 1;
    bool known = one_node ? has_node_table(by.native) : where_ && where_->largest() > 1 && by.knows_sharing();
    bool depend = known && by.native && !by.rules;
    if (std::string why; !private_ && !(depend && has_private(why, true))) return;
    fetch_memory();
    if (std::exchange(wants_lanes_, false)) make_lanes();
    shares_ = known && private_->shares_memory() && (one_node || !private_->is_crowded());
}

void communicator::fetch_memory()
{
    if (std::exchange(has_asked_for_memory_, true) || !where_ || where_->largest() == 1) return;
    auto& all = process::here();
    auto what = private_->share_memory(*where_, rank_, all.by());
    if (!what.empty() && all.first_time(what)) explain(all.by(), what);
    if (may_run_nonblocking()) make_lanes();
}

bool communicator::asks_for_multicast() const
{
    return !process::here().by().multicast.empty() && where_ && where_->nodes() > 1;
}

// Choices count on it until it was tried.
bool communicator::may_multicast() const
{
    auto& by = process::here().by();
    return asks_for_multicast() && by.offers_multicast() && !by.dry && multicast_works_.value_or(true);
}

void communicator::explain_no_multicast() const
{
    auto& all = process::here();
    auto& by = all.by();
    bool chooses = by.native && !by.rules;
    if (!asks_for_multicast() || !chooses || by.offers_multicast()) return;
    auto text = "multicast runs only where it is named: the machine " + by.model.name +
                " does not say what it costs (HOCKET_MACHINE)";
    if (all.first_time(text)) explain(by, text);
}

// A choice counts on multicast, and nobody has seen it work. The answer stays, or ranks could come to choose
// differently.
void communicator::try_multicast()
{
    inside guard;
    std::string why;
    multicast_works_ = has_private(why, true) && private_->has_multicast();
    if (!*multicast_works_) forget_choices();
}

// Who names an interface hears of it in any case if that does not do.
void communicator::fetch_multicast()
{
    auto& all = process::here();
    auto& by = all.by();
    if (!asks_for_multicast() || by.dry) return;
    bool works = false;
    auto what = private_->add_multicast(*where_, rank_, by, works);
    if (!works) all.remember_failed_multicast();
    if (what.empty() || !all.first_time(what)) return;
    if (works || by.multicast == "auto") explain(by, what);
    else complain("HOCKET_MULTICAST=" + by.multicast + ": " + what);
}

void communicator::revoke()
{
    native_ = is_revoked_ = true;
    if (private_) private_->revoke();
    if (on_devices_) on_devices_->revoke();
}

void communicator::stand_down(const std::string& why)
{
    native_ = true;
    if (has_in_flight()) former_.push_back(std::move(private_));
    else if (tags_) tags_->clear_seats();
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
