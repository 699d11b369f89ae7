// SPDX-License-Identifier: BSD-3-Clause
// HOCKET_VERIFY: what MPI and Hocket take for granted is checked on every call; a difference ends the job.
#pragma once
#include "drive/user_data.hpp"
#include <string>

namespace hocket {

// What all ranks of a broadcast must have in common.
struct bcast_terms {
    std::size_t bytes, root;
    std::string choice;
};
void verify_call(MPI_Comm comm, const bcast_terms& mine);
// Compares this rank's data with the root's, brought by the library's own broadcast.
void verify_result(MPI_Comm comm, const user_data& user, int root, const std::string& algorithm);

} // namespace hocket
