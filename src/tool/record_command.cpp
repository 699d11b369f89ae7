// SPDX-License-Identifier: BSD-3-Clause
#include "simulate/job_cut.hpp"
#include "simulate/record.hpp"
#include "simulate/schedule_msccl.hpp"
#include "tool/commands.hpp"
#include "tool/record_place.hpp"
#include "tool/wrong_usage.hpp"
#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace hocket {
namespace {

struct record_question : schedule_question {
    std::string format = "text";
};

std::string written(const schedule& made, const std::string& format)
{
    if (format == "goal") return goal_of(made);
    if (format != "msccl") return text_of(made);
    auto program = msccl_program_of(made);
    if (!program)
        throw wrong_usage(fmt::format("--format msccl: {} on {} ranks cannot be said in it: {}", made.algorithm,
                                      made.ranks.size(), program.error().what));
    return msccl_text(made, *program);
}

void write_schedule(const record_question& q)
{
    auto job = q.job(q.ranks);
    auto where = q.where();
    place at{&where, whole_vector(job.collective, double(job.bytes), q.ranks)};
    at.element = double(element_of(job));
    at.around = demands_of(job, where).around;
    auto how = need(bind_algorithm(job.collective, std::string_view(q.algorithm), at));
    auto made = need(record(how, where, job));
    write_out(written(made, q.format), q.file);
}

} // namespace

void add_record_command(CLI::App& app, int& exit_code)
{
    auto* command = app.add_subcommand("record", "Writes down what every rank does, as text, in GOAL or for MSCCL");
    auto q = std::make_shared<record_question>();
    q->add_options(*command);
    command->add_option("--format", q->format, "text, goal (LogGOPSim), or msccl")
        ->check(CLI::IsMember({"text", "goal", "msccl"}))
        ->capture_default_str();
    command->add_option("-o", q->file, "write to this file instead of standard output");
    command->footer("Example: hocket-tool record bcast --algorithm knomial:k=4 --ranks 16 --bytes 8K --format goal");
    command->callback([q, &exit_code] { carry_out([&] { write_schedule(*q); }, exit_code); });
}

} // namespace hocket
