// SPDX-License-Identifier: BSD-3-Clause
#include "tool/record_place.hpp"
#include "choose/settings.hpp"
#include "tool/wrong_usage.hpp"
#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <iostream>

namespace hocket {

void schedule_question::add_options(CLI::App& command)
{
    job_question::add_options(command);
    command.add_option("--algorithm", algorithm, "SPEC, such as knomial:k=4")->required();
    command.add_option("--ranks", ranks)->required()->check(CLI::Range(1, 1'000'000));
    command.add_option("--nodes", nodes, "who shares a node: 4x2, 3,1,4 or cyclic:4x2; default: one node");
    add_bytes(command);
}

layout schedule_question::where() const
{
    if (nodes.empty()) return layout::block(ranks, ranks);
    auto placed = fake_layout(nodes, ranks);
    if (placed) return layout::of(*placed);
    throw wrong_usage(renamed(placed.error().what, "HOCKET_NODES=", "--nodes "));
}

void write_out(const std::string& text, const std::string& file)
{
    if (file.empty()) {
        std::cout << text;
        return;
    }
    std::ofstream to(file, std::ios::binary);
    to << text;
    to.close();
    if (!to) throw wrong_usage(fmt::format("cannot write {}: {}", file, std::strerror(errno)));
}

} // namespace hocket
