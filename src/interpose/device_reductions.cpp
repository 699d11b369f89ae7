// SPDX-License-Identifier: BSD-3-Clause
#include "interpose/device_reductions.hpp"
#include "base/words.hpp"
#include "drive/device_costs.hpp"
#include "drive/device_kernels.hpp"
#include "interpose/agreement.hpp"
#include "interpose/device_work_of.hpp"
#include "interpose/explain.hpp"
#include "interpose/process.hpp"
#include "transports/shared/segment.hpp"
#include <algorithm>
#include <limits>

namespace hocket {

namespace {

std::uint64_t this_process()
{
    static const std::uint64_t word = new_secret();
    return word;
}

// What is wrong with an address, as one that was freed, the other way finds out and says.
device_trouble look_at(const void* at, std::size_t n, lent_buffer& into, memory_place& place)
{
    auto& all = process::here().accelerators();
    bool freed = false;
    place = all.place_of(at, freed);
    if (place.kind != memory_kind::device) return device_trouble::host_memory;
    auto begin = reinterpret_cast<std::uintptr_t>(at);
    if (place.wrong || place.id == 0 || place.context_id == 0 || begin + n > place.end)
        return device_trouble::other_memory;
    into.id = place.id, into.begin = place.begin, into.end = place.end;
    into.offset = begin - place.begin;
    if (auto how = all.lent().of(*all.driver().work(), place)) into.how = *how, into.is_lent = 1;
    return device_trouble::none;
}

// The first of several ranks leads its group, and what it launches comes after the program's work in any case: it does
// without a look at the stream, which takes a microsecond and more. Who else leads is not known yet.
device_trouble look(const reduction_user& user, bool is_first, device_record& into, memory_place& near)
{
    auto result = user.result_count() * user.how.element;
    auto& all = process::here().accelerators();
    memory_place out;
    if (!all.any()) return device_trouble::host_memory;
    auto* work = all.driver().work();
    if (!work) return device_trouble::other_memory;
    auto found = look_at(user.from, user.size(), into.in, near);
    if (found == device_trouble::none && user.has_result()) found = look_at(user.to, result, into.out, out);
    if (found != device_trouble::none) return found;
    if (user.has_result() && !out.is_beside(near)) return device_trouble::two_devices;
    bool ready = work->identify(near, into.device) && (is_first || !work->wait_for_program(near));
    return ready ? device_trouble::none : device_trouble::other_memory;
}

// Who calls something else than the others would be handed results of another length.
std::uint64_t word_of(const reduction_call& call, const reduced_vector& vector, const device_kernel& kernel)
{
    auto blocks = std::as_bytes(vector.blocks);
    auto lists = hash_of({reinterpret_cast<const char*>(blocks.data()), blocks.size()});
    return hash_of(kernel.name) ^ 31 * lists ^ std::uint64_t(call.which);
}

// Leaders have their parts of a library that may know small counts only, whatever their ranks' blocks are.
bool are_too_large(const reduced_vector& vector, const device_groups& by)
{
    constexpr std::size_t most = std::numeric_limits<int>::max();
    if (vector.form != device_form::blocks || by.count() == 1 || vector.count <= most || mpi.Reduce_scatter_c)
        return false;
    return std::ranges::max(by.counts_by_group(vector.blocks)) > most;
}

constexpr int patience = 3;

} // namespace

bool device_reductions::asks(const reduction_call& call, const reduction_user& user)
{
    if (user.count == 0 || !device_kernel_of(user.how)) return false;
    if (process::here().by().reproducible && !user.how.exact) return false;
    if (apart_[std::size_t(form_of(call.which))] == patience) return false;
    if (forced_) return true;
    if (pays_from_) return user.size() >= (*pays_from_)[std::size_t(form_of(call.which))];
    if (++calls_ < next_try_) return false; // more and more rarely: others may lie on the host each time
    next_try_ += next_try_ / 2 + 1; // by no power of two, as loops have so many calls
    return true;
}

device_record device_reductions::record_of(const reduction_call& call, const reduction_user& user,
                                           const reduced_vector& vector, memory_place& near) const
{
    device_record mine;
    mine.node = process::here().node_id();
    mine.process = this_process();
    mine.what = word_of(call, vector, *device_kernel_of(user.how));
    mine.bytes = user.size();
    mine.trouble = std::uint64_t(look(user, rank_ == 0 && size_ > 1, mine, near));
    return mine;
}

int device_reductions::gather(const device_record& mine, const device_words& words)
{
    records_.resize(std::size_t(size_));
    records_[std::size_t(rank_)] = mine;
    return words.gather(reinterpret_cast<const std::uint64_t*>(&mine),
                        reinterpret_cast<std::uint64_t*>(records_.data()), device_record::words());
}

int device_reductions::see(const reduction_call& call, const reduction_user& user, const device_words& words, bool& can)
{
    memory_place near;
    auto blocks = blocks_of(user);
    reduced_vector vector{form_of(call.which), user.count, user.how.element, blocks};
    if (int code = gather(record_of(call, user, vector, near), words)) return code;
    can = has_gone_ = can_go(call, vector, device_groups(records_));
    return MPI_SUCCESS;
}

std::optional<int> device_reductions::run(const reduction_call& call, const reduction_user& user,
                                          const device_words& words)
{
    memory_place near;
    auto blocks = blocks_of(user);
    reduced_vector vector{form_of(call.which), user.count, user.how.element, blocks};
    if (int code = gather(record_of(call, user, vector, near), words)) return code;
    device_groups by(records_);
    if (!can_go(call, vector, by)) return {};
    if (!forced_ && !pays_from_)
        if (int code = measure(near, by, words)) return code;
    if (!forced_ && user.size() < (*pays_from_)[std::size_t(vector.form)]) return {};
    auto how = outcome::well;
    work_of one{call, user, vector, *device_kernel_of(user.how), near, by, words};
    int code = try_out(one, how);
    if (code == MPI_SUCCESS && how == outcome::well) code = run(one, how);
    if (code == MPI_SUCCESS) return ended(one, how);
    leaders_.revoke(); // who gave the communicator up may be none of them, and another one may wait for this one there
    return code;
}

// A group's part of a prefix is one value only where no other group's ranks are between its own.
bool device_reductions::can_go(const reduction_call& call, const reduced_vector& vector, const device_groups& by)
{
    if (by.trouble() != device_trouble::none) {
        tell(call.which,
             "no kernel of a device, for rank " + std::to_string(by.troubled()) + ": " + text_of(by.trouble()));
        return false;
    }
    if (are_too_large(vector, by))
        return tell(call.which, "no kernel of a device: the library has no counts as large as those of groups"), false;
    auto& apart = apart_[std::size_t(vector.form)];
    if (!is_prefix(vector.form) || by.are_runs()) return apart = 0, true;
    tell(call.which, "no kernel of a device: ranks of one device do not follow one another");
    if (++apart == patience) tell(call.which, "ranks are not asked for kernels again on this communicator");
    return false;
}

int device_reductions::run(const work_of& one, outcome& how)
{
    return one.by.count() == 1 ? run_whole(one, how) : run_in_parts(one, how);
}

// All members hear of the end from whoever has done the work, who is rank 0 where there is one group.
int device_reductions::agree_on(outcome& how, const device_words& words, bool one_group)
{
    auto word = std::uint64_t(how);
    int code = one_group ? words.spread(word) : words.greatest(word);
    how = outcome(word);
    return code;
}

// What was refused before anything was begun can go the other way. Later, results may have been written; and where a
// kernel has failed a device does no copies either, so that its rank alone would leave the call that is staged.
device_reductions::outcome device_reductions::failed(const work_of& one, const device_reduction& with) const
{
    auto& all = process::here();
    std::string said = with.wrong() ? with.wrong() : "no memory is left on the host";
    bool is_late = with.has_begun();
    if (one.trial && is_late) return *one.trial = "failed: " + said, outcome::distrusted;
    auto why = function_of(one.call.which) + ": a reduction on a device: " + said;
    if (is_late) complain(why);
    else if (all.first_time(why)) explain(all.by(), why + "; buffers are staged instead");
    return is_late ? outcome::broken : outcome::refused;
}

int device_reductions::run_whole(const work_of& one, outcome& how) const
{
    if (is_leader(one.by)) {
        auto members = one.by.members_of(rank_);
        device_reduction with(process::here().accelerators(), one.near, one.kernel, one.vector, members,
                              one.spread_from);
        bool well = with.prepare(records_, one.own(), rank_, true) && with.run();
        if (!well) how = failed(one, with);
    }
    return agree_on(how, one.words, true);
}

// Up to the meeting nothing of the program's has been written.
int device_reductions::run_in_parts(const work_of& one, outcome& how)
{
    auto& all = process::here().accelerators();
    bool leads = is_leader(one.by);
    auto members = one.by.members_of(rank_);
    device_reduction with(all, one.near, one.kernel, one.vector, members, one.spread_from);
    staging_memory::block part;
    if (leads) part = all.memory().take(all.driver(), one.near, one.user.size());
    if (leads) {
        auto order = one.vector.form == device_form::blocks ? one.by.by_group() : std::vector<int>();
        bool well = part.at && with.prepare(records_, one.own(), rank_, false) && with.bring_part(part.at, order);
        if (!well) how = failed(one, with);
    }
    int code = agree_on(how, one.words, false);
    bool goes_on = code == MPI_SUCCESS && how == outcome::well;
    if (goes_on && !leaders_.meet(one.by, rank_, one.words.quiet())) how = outcome::refused, goes_on = false;
    if (goes_on) {
        if (leads) how = finish_part(one, with, part.at);
        code = agree_on(how, one.words, false);
    }
    if (part.at) all.memory().give(all.driver(), part);
    return code;
}

device_reductions::outcome device_reductions::finish_part(const work_of& one, device_reduction& with, std::byte* part)
{
    int code = leaders_.reduce(one.call, one.vector, one.by, rank_, part);
    if (code != MPI_SUCCESS) return one.trial ? outcome::distrusted : outcome::broken;
    bool has_any = !is_prefix(one.vector.form) || one.by.leader_of(0) != rank_; // nobody is before the first group
    return with.hand_out(has_any ? part : nullptr) ? outcome::well : failed(one, with);
}

std::optional<int> device_reductions::ended(const work_of& one, outcome how)
{
    refusals_ = how == outcome::refused ? refusals_ + 1 : 0;
    if (how == outcome::broken) return MPI_ERR_OTHER;
    if (how == outcome::well) {
        tell(one.call.which,
             "reduced by kernels of " + (one.by.count() == 1 ? "the device where all buffers lie"
                                                             : std::to_string(one.by.count()) + " groups of ranks"));
        return MPI_SUCCESS;
    }
    if (how == outcome::distrusted || refusals_ == patience) {
        forced_ = false, pays_from_.emplace().fill(never_pay);
        tell(one.call.which, "kernels of devices are not tried again on this communicator");
    }
    return {};
}

void device_reductions::tell(collective of, const std::string& what) const
{
    auto& all = process::here();
    if (rank_ != 0 || !explains(all.by())) return;
    auto text = name_of(of) + ": " + what;
    if (all.first_time(text)) explain(all.by(), text);
}

} // namespace hocket
