// SPDX-License-Identifier: BSD-3-Clause
// A driver that says yes is not believed: before a kernel first gets data of the program's on a communicator, a small
// reduction goes the same way, through memory that is lent, by that kernel and to each rank that gets a result.
#include "base/words.hpp"
#include "drive/device_trial.hpp"
#include "interpose/agreement.hpp"
#include "interpose/device_work_of.hpp"
#include "interpose/process.hpp"
#include <algorithm>
#include <utility>

namespace hocket {

namespace {

// The same kernel for other groups, or for what else is made of sums, is another way.
std::uint64_t key_of(const device_kernel& kernel, device_form form, const std::vector<int>& leaders)
{
    auto bytes = std::string_view(reinterpret_cast<const char*>(leaders.data()), leaders.size() * sizeof(int));
    return hash_of(kernel.name) ^ 31 * hash_of(bytes) ^ std::uint64_t(form);
}

// The program's, with what is tried out. All ranks get a result.
reduction_call call_of_trial(reduction_call call, const reduction_user& with)
{
    if (call.which == collective::reduce) call.which = collective::allreduce;
    call.count = MPI_Count(with.count);
    return call;
}

} // namespace

// Alike on all ranks.
int device_reductions::try_out(const work_of& real, outcome& how)
{
    auto form = real.vector.form;
    if (&real.kernel == last_tried_ && form == last_form_ && real.by.leaders() == last_groups_) [[likely]]
        return MPI_SUCCESS;
    auto key = key_of(real.kernel, form, real.by.leaders());
    int code = tried_.contains(key) ? MPI_SUCCESS : try_all(real, how);
    if (code != MPI_SUCCESS || how != outcome::well) return code;
    tried_.insert(key);
    last_tried_ = &real.kernel, last_form_ = form, last_groups_ = real.by.leaders();
    return MPI_SUCCESS;
}

int device_reductions::try_all(const work_of& real, outcome& how)
{
    auto records = std::exchange(records_, {});
    int code = MPI_SUCCESS;
    {
        device_trial with(process::here().accelerators(), real.near, real.user, real.vector.form);
        // 16 bytes at a time, one by one, and by a kernel that says itself that it is over.
        const trial_way all[] = {{0, false}, {1, false}, {0, true}};
        for (auto& way : all)
            if (code == MPI_SUCCESS && how == outcome::well) code = try_once(real, with, way, how);
    }
    records_ = std::move(records);
    return code;
}

int device_reductions::try_once(const work_of& real, device_trial& with, const trial_way& way, outcome& how)
{
    auto near = real.near;
    bool is_there = with.prepare(way);
    auto call = call_of_trial(real.call, with.user());
    auto blocks = blocks_of(with.user());
    reduced_vector vector{real.vector.form, with.user().count, real.vector.element, blocks};
    device_record mine;
    if (is_there) mine = record_of(call, with.user(), vector, near);
    else mine.trouble = std::uint64_t(device_trouble::no_memory);
    if (int code = gather(mine, real.words)) return code;
    device_groups by(records_);
    if (by.trouble() != device_trouble::none || by.leaders() != real.by.leaders()) {
        tell(real.call.which, "no kernel of a device is tried out, for rank " +
                                  std::to_string(std::max(0, by.troubled())) + ": " + text_of(by.trouble()));
        return how = outcome::refused, MPI_SUCCESS;
    }
    std::string trouble;
    work_of one{
        call, with.user(), vector, real.kernel, near, by, real.words, &trouble, way.shift ? 0 : device_reduction::much};
    int code = run(one, how);
    if (is_leader(by)) close_trial(by);
    if (code != MPI_SUCCESS || how == outcome::refused) return code;
    if (how == outcome::well && !with.has_result()) trouble = "left wrong data on rank " + std::to_string(rank_);
    return judge(real, trouble, how);
}

// The members' memory may be gone soon.
void device_reductions::close_trial(const device_groups& by) const
{
    auto& all = process::here().accelerators();
    for (int i : by.members_of(rank_))
        all.borrowed().close_from(*all.driver().work(), records_[std::size_t(i)].process);
}

// The first rank with trouble speaks for all.
int device_reductions::judge(const work_of& real, const std::string& trouble, outcome& how) const
{
    auto mine = trouble.empty() ? std::uint64_t(0) : std::uint64_t(size_ - rank_), worst = mine;
    int code = real.words.greatest(worst);
    if (code != MPI_SUCCESS || worst == 0) return code;
    how = outcome::distrusted;
    auto text = function_of(real.call.which) + ": reductions of memory of devices are staged on a communicator of " +
                std::to_string(size_) + " ranks, since " + real.kernel.name + ", tried out before its first use, " +
                trouble;
    if (worst == mine && process::here().first_time(text)) complain(text);
    return MPI_SUCCESS;
}

} // namespace hocket
