// SPDX-License-Identifier: BSD-3-Clause
#include "simulate/bcast_run.hpp"

namespace hocket {
namespace {

task in_turn(net on, const bcast_algorithm& how, const layout& where, bcast_job job, bytes data)
{
    for (int k = 0; k < job.repeat; ++k) co_await how.start(on.rooted(root_of(job, where, k)), data);
}

} // namespace

int root_of(const bcast_job& job, const layout& where, int k)
{
    if (!job.rotate_root || k == 0) return job.root;
    return where.member((where.node_of(job.root) + k) % where.nodes(), 0);
}

bcast_times run_bcast(simulator& on, const layout& where, const bcast_algorithm& how, const bcast_job& asked,
                      std::int64_t messages_each, const simulation_options& with)
{
    auto job = asked;
    bool too_many = job.repeat > 2 && messages_each > most_messages / job.repeat;
    if (too_many) job.repeat = 2;
    auto data = on.user_buffer(job.bytes);
    auto one = [&](net all) { return how.start(all.rooted(job.root), data); };
    auto several = [&](net all) { return in_turn(all, how, where, job, data); };
    auto options = with;
    options.limit *= job.repeat;
    auto done = job.repeat == 1 ? on.run(one, options) : on.run(several, options);
    double share = 1.0 / job.repeat;
    bcast_times times{done.finish * share,
                      done.average * share,
                      0,
                      done.messages / job.repeat,
                      done.busiest_nic_bytes * share,
                      done.abandoned,
                      too_many,
                      done.trouble};
    times.root = on.ended(root_of(job, where, job.repeat - 1)) * share;
    if (times.root < 0) times.root = times.time;
    return times;
}

} // namespace hocket
