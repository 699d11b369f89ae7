// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "simulate/trace.hpp"
#include "topology/layout.hpp"
#include <ostream>
#include <string>

namespace hocket {

// Above so many messages a file shows a part of the ranks; of the critical path it always shows all.
constexpr std::size_t most_messages_in_full = 200'000;

// Trace events in JSON, for https://ui.perfetto.dev: a process for each node and one for the critical path, a few
// threads for each rank, since what a rank posts at once lies side by side. The title may not hold quotes.
void write_perfetto(std::ostream& out, const trace& seen, const layout& where, const std::string& title,
                    std::size_t in_full = most_messages_in_full);

} // namespace hocket
