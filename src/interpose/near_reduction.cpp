// SPDX-License-Identifier: BSD-3-Clause
// Which reductions of a communicator may run on devices. All ranks come to the same answer.
#include "interpose/agreement.hpp"
#include "interpose/communicator.hpp"
#include "interpose/inside.hpp"
#include "interpose/process.hpp"
#include <utility>

namespace hocket {

// Where no rank has a driver, none of them is ever asked of its buffers.
bool communicator::agree_with_others()
{
    auto& all = process::here();
    auto& by = all.by();
    auto kernels = all.kernels();
    std::uint64_t asked[] = {all.accelerators().any(), kernels == kernels_of_devices::never,
                             kernels == kernels_of_devices::always, all.has_failed_multicast()};
    if (!agree(comm_, {own_opinion() + by.agreed, own_mistake()}, asked)) return false;
    auto& [any, refused, forced, silent] = asked;
    if (silent && !multicast_works_) multicast_works_ = false; // a trial in vain takes 0.3 s
    on_devices_.reset();
    if (!any || refused) return true;
    on_devices_ = std::make_unique<device_reductions>(rank_, size_, forced != 0);
    all.accelerators().expect_of_others();
    return true;
}

// Who names an algorithm wants that one: for a communicator in any case, for all of them unless kernels are wanted
// whatever it costs.
bool communicator::may_leave_to_devices(collective what) const
{
    auto& by = process::here().by();
    if (by.dry || by.verify || by.is_off(name_of(what)) || !choices_[std::size_t(what)].hint.empty()) return false;
    return on_devices_->is_forced() || by.forced_for(name_of(what)).empty();
}

// At a communicator's first collective the ranks have not agreed yet. One rank has nobody to agree with.
std::optional<int> communicator::run_on_devices(const reduction_call& call)
{
    if (!device_reductions::is_one(call) || inter_ || is_revoked_) return {};
    if (size_ == 1 && !on_devices_) take_kernels_alone();
    if (!on_devices_ || (size_ > 1 && (native_ || !settled_)) || !may_leave_to_devices(call.which)) return {};
    auto user = call.judge(rank_, size_);
    if (!user || !on_devices_->asks(call, *user)) return {};
    inside guard;
    if (size_ > 1 && !on_devices_->has_gone()) {
        bool can = false;
        device_words by_library(comm_, rank_, size_, nullptr, {});
        if (int code = on_devices_->see(call, *user, by_library, can)) return give_up(code);
        if (!can) return {};
        get_ready_for_devices();
    }
    auto* port = private_ ? &private_->port() : nullptr;
    device_words words(port ? private_->comm() : comm_, rank_, size_, port, [this] { return waits(); });
    auto code = on_devices_->run(call, *user, words);
    return code && *code != MPI_SUCCESS ? std::optional(give_up(*code)) : code;
}

void communicator::take_kernels_alone()
{
    auto wanted = process::here().kernels();
    if (wanted == kernels_of_devices::never) return;
    on_devices_ = std::make_unique<device_reductions>(0, 1, wanted == kernels_of_devices::always);
}

// Once it is known that buffers lie where kernels reach them: each of these calls has two exchanges. Without a
// communicator of ours they go by the program's.
void communicator::get_ready_for_devices()
{
    std::string why;
    has_private(why, true);
    if (std::exchange(calls_until_shared_, 0) > 0) share_memory();
}

} // namespace hocket
