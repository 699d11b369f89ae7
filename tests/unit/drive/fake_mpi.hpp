// SPDX-License-Identifier: BSD-3-Clause
// As much of an MPI as the engine of nonblocking operations calls, for one rank that talks to itself by any number of
// threads. A message comes some looks after it was sent, so that most operations have to wait. It is kept together by
// one lock, as a real library is, and calls back without it.
#pragma once
#include "transports/mpi/mpi.hpp"
#include <functional>

namespace hocket::fake_mpi {

// In the place of the functions that Hocket calls. `asks_singly`: as MPICH, else as Open MPI.
void begin(bool asks_singly);
// The program's requests, Hocket's and the messages under way.
std::size_t left();
// Messages that were sent in all.
int sent();

// The next progress calls it, as it does functions that a program has the library call.
void call_in_next_progress(std::function<void()> function);

// As a program calls them.
int wait(MPI_Request* request);
bool test(MPI_Request* request);

} // namespace hocket::fake_mpi
