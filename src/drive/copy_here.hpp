// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "drive/user_data.hpp"
#include "transports/mpi/mpi_port.hpp"

namespace hocket {

// Between two places of this rank, whose types may differ and are asked about once; `to` has room.
class copy_here {
public:
    copy_here(const user_data& from, const user_data& to);
    // Returns MPI's error code.
    int go(mpi_port& port) const;

private:
    user_data from_, to_;
    bool plain_; // so are the bytes of both
};

} // namespace hocket
