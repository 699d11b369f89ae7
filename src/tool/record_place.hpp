// SPDX-License-Identifier: BSD-3-Clause
// What `record` and `draw` are both asked: a broadcast, and where it runs.
#pragma once
#include "topology/layout.hpp"
#include <cstdint>
#include <string>

namespace CLI {
class App;
}

namespace hocket {

struct schedule_question {
    std::string collective, algorithm, nodes, bytes, file;
    int ranks = 1, root = 0;

    void add_options(CLI::App& command, bool bytes_required);
    // The rest throws wrong_usage.
    void need_valid() const;
    layout where() const;
    std::uint64_t size() const;
};

// To the file, or to standard output where its name is empty.
void write_out(const std::string& text, const std::string& file);

} // namespace hocket
