// SPDX-License-Identifier: BSD-3-Clause
// hocket-tool: everything about algorithms that needs no MPI, as JSON. The command line `hocket` stands on it.
#pragma once

namespace CLI {
class App;
}

namespace hocket {

// Returns the exit status.
int run_tool(int argc, const char* const* argv);

// Each subcommand prints one JSON document on standard output and sets the exit status.
void add_list_command(CLI::App& app, int& exit_code);
void add_check_command(CLI::App& app, int& exit_code);
void add_explain_command(CLI::App& app, int& exit_code);
void add_record_command(CLI::App& app, int& exit_code);
void add_simulate_command(CLI::App& app, int& exit_code);
void add_draw_command(CLI::App& app, int& exit_code);

} // namespace hocket
