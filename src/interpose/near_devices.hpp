// SPDX-License-Identifier: BSD-3-Clause
// Calls of a process that may have memory of devices.
#pragma once
#include "interpose/device_images.hpp"
#include "interpose/explain.hpp"
#include "interpose/process.hpp"

namespace hocket {

template <class Call> void tell_of_images(const Call& call, int rank)
{
    auto& all = process::here();
    if (rank != 0 || !explains(all.by())) return;
    auto text = name_of(call.which) + ": buffers in memory of devices are staged through host memory";
    if (all.first_time(text)) explain(all.by(), text);
}

// The call does not begin on this rank, and may on others: later ones here would meet theirs in another order.
inline int stay_out(communicator& on, int code)
{
    if (on.size() > 1) on.fail(code);
    return on.give_up(code);
}

// run(the same call on host memory), with copies before and after where the rank has buffers on devices.
template <class Call, class Run> [[gnu::noinline]] int run_on_images(communicator& on, const Call& call, Run run)
{
    device_images images(process::here().accelerators(), call.which);
    auto host = call;
    take_images(images, host, on.rank(), on.size());
    if (!images.any() && !images.trouble()) return run(call);
    tell_of_images(call, on.rank());
    if (int code = images.before()) return stay_out(on, code);
    if (int code = run(host)) return code; // raised there
    int code = images.after();
    return code == MPI_SUCCESS ? code : on.give_up(code);
}

// The same for a call that does not wait: the operation keeps the images. Where the library runs it after all, it gets
// the call as it came.
template <class Call, class Start>
[[gnu::noinline]] int start_on_images(communicator& on, const Call& call, Start start)
{
    if (call.later.staged) return start(call); // already
    auto images = std::make_unique<device_images>(process::here().accelerators(), call.which);
    auto host = call;
    take_images(*images, host, on.rank(), on.size());
    if (int code = images->trouble()) return stay_out(on, code);
    if (!images->any()) return start(call);
    tell_of_images(call, on.rank());
    std::unique_ptr<surroundings> kept = std::move(images);
    bool refuses = on.size() > 1 && process::here().library_lacks_devices(); // one rank may move nothing
    staged_form form{refuses ? nullptr : &call, &kept};
    host.later.staged = &form;
    return start(host);
}

// A whole call. Where the library reads devices itself, only what it does not run is staged, once that is known; so are
// calls that do not wait, unless the library says that it cannot run them.
template <class Call> int run_near_devices(communicator& on, const Call& call)
{
    auto& all = process::here();
    auto run = [&](const Call& host) { return on.run(host); };
    if (on.is_inter() || (call.later ? !all.library_lacks_devices() : all.library_reads_devices())) return run(call);
    return call.later ? start_on_images(on, call, run) : run_on_images(on, call, run);
}
inline int run_near_devices(communicator& on, const barrier_call& call)
{
    return on.run(call);
}

template <class Call> int run_where_it_lies(communicator& on, const Call& call)
{
    auto& all = process::here().accelerators();
    if (!all.concern_us()) [[likely]]
        return on.run(call);
    if (int code = on.failure()) return on.give_up(code);
    if constexpr (std::is_same_v<Call, reduction_call>)
        if (auto done = on.run_on_devices(call)) return *done;
    return all.any() ? run_near_devices(on, call) : on.run(call);
}

} // namespace hocket
