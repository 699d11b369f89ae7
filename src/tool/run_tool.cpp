// SPDX-License-Identifier: BSD-3-Clause
#include "catalogue/load_plugins.hpp"
#include "tool/commands.hpp"
#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <iostream>

namespace hocket {

int run_tool(int argc, const char* const* argv)
{
    CLI::App app("Hocket's algorithms on virtual ranks: list, check and explain, as JSON", "hocket-tool");
    app.require_subcommand(1);
    int exit_code = 0;
    if (const char* plugins = std::getenv("HOCKET_PLUGIN"); plugins && *plugins) {
        if (auto loaded = load_plugins(plugins); !loaded) {
            std::cerr << "hocket: HOCKET_PLUGIN: " << loaded.error().what << '\n';
            return 2;
        }
    }
    add_list_command(app, exit_code);
    add_check_command(app, exit_code);
    add_explain_command(app, exit_code);
    add_record_command(app, exit_code);
    add_simulate_command(app, exit_code);
    add_draw_command(app, exit_code);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& e) {
        return app.exit(e) == 0 ? 0 : 2;
    }
    if (!std::cout.flush()) {
        std::cerr << "hocket: standard output cannot be written: " << std::strerror(errno) << '\n';
        return 2;
    }
    return exit_code;
}

} // namespace hocket
