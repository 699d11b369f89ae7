// SPDX-License-Identifier: BSD-3-Clause
// How a collective is called: blocking, nonblocking or persistent, by one text for all collectives.
#pragma once
#include "bench/persistent.hpp"
#include <string_view>

namespace hocket::bench {

class form {
public:
    explicit form(std::string_view name) : waits_(name != "blocking"), persistent_(name == "persistent") {}
    form(const form&) = delete;
    form& operator=(const form&) = delete;

    // Begins the collective that has these three names; a blocking one is also over then. The first call of a
    // persistent one only makes it.
    template <class Blocking, class Nonblocking, class Init, class... Data>
    void operator()(Blocking blocking, Nonblocking nonblocking, Init init, MPI_Comm on, Data... data)
    {
        if (!waits_) blocking(data..., on);
        else if (!persistent_) nonblocking(data..., on, &request_);
        else {
            if (request_ == MPI_REQUEST_NULL) init(data..., on, MPI_INFO_NULL, &request_);
            else MPI_Start(&request_);
        }
    }
    void finish()
    {
        if (waits_) MPI_Wait(&request_, MPI_STATUS_IGNORE);
    }
    bool is_made_before() const { return persistent_; }
    // Before there are other data, or another communicator.
    void drop()
    {
        if (request_ != MPI_REQUEST_NULL) MPI_Request_free(&request_);
    }

private:
    bool waits_, persistent_;
    MPI_Request request_ = MPI_REQUEST_NULL;
};

} // namespace hocket::bench
