// SPDX-License-Identifier: BSD-3-Clause
// What `record` and `draw` are both asked: a collective, and where it runs.
#pragma once
#include "tool/job_question.hpp"

namespace hocket {

struct schedule_question : job_question {
    std::string algorithm, nodes, file;
    int ranks = 1;

    void add_options(CLI::App& command);
    // Throws wrong_usage.
    layout where() const;
};

// To the file, or to standard output where its name is empty.
void write_out(const std::string& text, const std::string& file);

} // namespace hocket
