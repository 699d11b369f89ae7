// SPDX-License-Identifier: BSD-3-Clause
// What differs between the collectives where one of them is simulated, drawn or recorded.
#pragma once
#include "catalogue/catalogue.hpp"
#include "machine/machine.hpp"
#include "simulate/job.hpp"

namespace hocket {

// A job's collective made ready to run, on memory that begins at one address for all ranks.
class collective_call {
public:
    virtual ~collective_call() = default;
    virtual task start(net all, int turn) const = 0;
    // Those of a schedule.
    virtual std::vector<std::size_t> blocks() const { return {}; }
};

struct job_kind {
    std::string_view collective;
    std::size_t (*memory)(const collective_job& job, int ranks); // bytes of the rank that has most
    // The plan, the layout and the job outlive the call.
    std::unique_ptr<collective_call> (*prepare)(const bound_plan& how, const layout& where, const collective_job& job,
                                                bytes user);
    double (*bound)(const machine& by, const layout& where, const collective_job& job); // docs/machine-model.md
};

// Of one of own_collectives().
const job_kind& kind_of(std::string_view collective);

} // namespace hocket
