// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "device/device_record.hpp"
#include "interpose/reduction_call.hpp"
#include <memory>

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
    // Of host memory, by leaders: each brings its part and those who get a result have it there.
    int reduce(reduction_call call, const device_groups& by, int rank, std::byte* part);

private:
    void part();

    std::vector<int> met_; // the leader of each rank
    MPI_Comm comm_ = MPI_COMM_NULL;
    std::unique_ptr<communicator> between_;
};

} // namespace hocket
