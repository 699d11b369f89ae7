// SPDX-License-Identifier: BSD-3-Clause
#include "simulate/record.hpp"
#include "tool/commands.hpp"
#include "tool/record_place.hpp"
#include "tool/wrong_usage.hpp"
#include <CLI/CLI.hpp>

namespace hocket {
namespace {

struct question : schedule_question {
    std::string format = "text";
};

void record(const question& q)
{
    q.need_valid();
    auto where = q.where();
    auto n = q.size();
    auto how = need(bind_bcast(q.algorithm, place{&where, double(n)}));
    auto made = need(record_bcast(how, where, q.root, n));
    write_out(q.format == "goal" ? goal_of(made) : text_of(made), q.file);
}

} // namespace

void add_record_command(CLI::App& app, int& exit_code)
{
    auto* command = app.add_subcommand("record", "Writes down what every rank does, as text or in GOAL");
    auto q = std::make_shared<question>();
    q->add_options(*command, true);
    command->add_option("--format", q->format, "text, or goal (LogGOPSim)")
        ->check(CLI::IsMember({"text", "goal"}))
        ->capture_default_str();
    command->add_option("-o", q->file, "write to this file instead of standard output");
    command->footer("Example: hocket-tool record bcast --algorithm knomial:k=4 --ranks 16 --bytes 8K --format goal");
    command->callback([q, &exit_code] { carry_out([&] { record(*q); }, exit_code); });
}

} // namespace hocket
