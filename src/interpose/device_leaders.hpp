// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "device/device_form.hpp"
#include "device/device_record.hpp"
#include "interpose/reduction_call.hpp"
#include "interpose/some_ranks.hpp"
#include <memory>
#include <mutex>

namespace hocket {

class communicator;

// The first ranks of groups, on a communicator of theirs that they keep while they are the same ones.
class device_leaders {
public:
    device_leaders();
    ~device_leaders();
    device_leaders(const device_leaders&) = delete;
    device_leaders& operator=(const device_leaders&) = delete;

    // By all ranks of `all`. False on every one of them: they have none.
    bool meet(const device_groups& by, int rank, MPI_Comm all);
    // Of host memory, by leaders: each brings its part and those who get a result have it there, of blocks those of its
    // group, of prefixes the sum of the groups before its own.
    int reduce(reduction_call call, const reduced_vector& vector, const device_groups& by, int rank, std::byte* part);
    // By any thread: whoever waits for a message there, or will, ends in an error.
    void revoke();

private:
    void part();

    std::vector<int> met_; // the leader of each rank
    std::mutex lock_;      // of the rest, against a revocation
    bool is_revoked_ = false;
    some_ranks ranks_;
    std::unique_ptr<communicator> between_;
};

} // namespace hocket
