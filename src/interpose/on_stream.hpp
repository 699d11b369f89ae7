// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "interpose/communicator.hpp"
#include <string>

namespace hocket {

// A blocking reduction after what is on a stream of the program's, as include/hocket/hocket.h tells of it. Collective.
// What went wrong; empty: nothing.
std::string run_on_stream(communicator& on, const reduction_call& call, void* stream);

} // namespace hocket
