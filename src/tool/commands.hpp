// SPDX-License-Identifier: BSD-3-Clause
// The subcommands of hocket-tool. Each prints one JSON document on standard output and sets the exit status.
#pragma once

namespace CLI {
class App;
}

namespace hocket {

void add_list_command(CLI::App& app, int& exit_code);
void add_check_command(CLI::App& app, int& exit_code);
void add_explain_command(CLI::App& app, int& exit_code);
void add_record_command(CLI::App& app, int& exit_code);
void add_simulate_command(CLI::App& app, int& exit_code);
void add_draw_command(CLI::App& app, int& exit_code);

} // namespace hocket
