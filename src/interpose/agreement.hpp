// SPDX-License-Identifier: BSD-3-Clause
// What ranks have to agree on before any data moves. A difference or a mistake is one message, and the end of the job.
#pragma once
#include "transports/mpi/mpi.hpp"
#include <cstdint>
#include <span>
#include <string>

namespace hocket {

// One line of Hocket's on standard error.
void complain(const std::string& what);

// For the rank that has something to say; the others wait for the end.
[[noreturn]] void end_job(MPI_Comm comm, bool speaks, const std::string& what);

// Collective. The lowest rank with a mistake says so.
void end_if_mistaken(MPI_Comm comm, const std::string& mistake);

// What one rank brings to an agreement.
struct opinion {
    std::string text;    // one NAME=VALUE a line
    std::string mistake; // empty: none
};

// Collective, one small reduction where all is well. False where MPI itself fails, and the call is left to it. Of
// `asked`, up to four words, each becomes the greatest of all ranks.
bool agree(MPI_Comm comm, const opinion& mine, std::span<std::uint64_t> asked = {});

} // namespace hocket
