// SPDX-License-Identifier: BSD-3-Clause
#include "simulate/job_run.hpp"

namespace hocket {
namespace {

task in_turn(net on, const collective_call& call, int repeat)
{
    for (int k = 0; k < repeat; ++k) co_await call.start(on, k);
}

} // namespace

job_times run_job(simulator& on, const layout& where, const bound_plan& how, const collective_job& asked,
                  std::int64_t messages_each, const simulation_options& with)
{
    auto job = asked;
    bool too_many = job.repeat > 2 && messages_each > most_messages / job.repeat;
    if (too_many) job.repeat = 2;
    auto& kind = kind_of(job.collective);
    auto call = kind.prepare(how, where, job, on.user_buffer(kind.memory(job, where.ranks())));
    auto one = [&](net all) { return call->start(all, 0); };
    auto several = [&](net all) { return in_turn(all, *call, job.repeat); };
    auto options = with;
    options.limit *= job.repeat;
    auto done = job.repeat == 1 ? on.run(one, options) : on.run(several, options);
    double share = 1.0 / job.repeat;
    job_times times{done.finish * share,
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
