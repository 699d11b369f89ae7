// SPDX-License-Identifier: BSD-3-Clause
#include "base/words.hpp"
#include "choose/own_choice.hpp"
#include "simulate/draw/timetable.hpp"
#include "simulate/job_run.hpp"
#include "simulate/record.hpp"
#include "tool/commands.hpp"
#include "tool/record_place.hpp"
#include "tool/wrong_usage.hpp"
#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace hocket {
namespace {

constexpr double most_drawn = 4'000'000; // messages; a trace of them takes about 500 MB

struct draw_question : schedule_question {
    std::string machine = "aurora", view = "space-time";
};

std::string space_time(const machine& model, const layout& where, const bound_plan& how, const collective_job& job)
{
    double messages = how.declared(priced_for(job, where, model).as_problem()).messages;
    if (messages > most_drawn)
        throw wrong_usage(fmt::format("{} on {} ranks sends {:.3g} messages; at most {:.3g} can be drawn", how.text,
                                      where.ranks(), messages, most_drawn));
    trace seen;
    simulator on(model, where);
    auto times = run_job(on, where, how, job, std::int64_t(messages), {.into = &seen});
    if (times.trouble) throw wrong_usage(fmt::format("{}: {}", how.text, *times.trouble));
    seen.finish = times.time;
    return draw_svg(seen, where, {job.collective, how.text, model.name, job.bytes, bytes_of_what(job)});
}

std::string timetable(const layout& where, const bound_plan& how, const collective_job& job)
{
    if (where.ranks() > most_rows)
        throw wrong_usage(fmt::format("--view timetable: at most {} ranks are drawn", most_rows));
    auto made = need(record(how, where, job));
    return need(draw_timetable(made, where, {job.collective, how.text, {}, job.bytes, bytes_of_what(job)}));
}

std::string own_algorithm(const collective_job& job, const layout& where, const machine& by)
{
    return choose_own(job.collective, by, where, job.bytes, demands_of(job, where)).algorithm;
}

std::string picture(const draw_question& q)
{
    auto job = q.job(q.ranks);
    auto where = q.where();
    auto model = need(find_machine(q.machine));
    auto spec = q.algorithm == "auto" ? own_algorithm(job, where, model) : q.algorithm;
    auto how = need(bind_algorithm(job.collective, std::string_view(spec), priced_for(job, where, model)));
    if (how.runs != way::own || how.uses_native)
        throw wrong_usage(how.text + " cannot be drawn: the MPI library's own collective has no text");
    return q.view == "timetable" ? timetable(where, how, job) : space_time(model, where, how, job);
}

} // namespace

void add_draw_command(CLI::App& app, int& exit_code)
{
    auto* command = app.add_subcommand(
        "draw",
        "A picture of a collective as SVG: who sends when on a machine model, or who meets whom in which round");
    auto q = std::make_shared<draw_question>();
    q->usual_bytes = "64K";
    q->add_options(*command);
    command->add_option("--machine", q->machine, "name or file; shipped: " + listed(shipped_machines()))
        ->capture_default_str();
    command->add_option("--view", q->view, "space-time; timetable: rounds across, ranks down, in each cell the partner")
        ->check(CLI::IsMember({"space-time", "timetable"}))
        ->capture_default_str();
    command->add_option("-o", q->file, "write to this file instead of standard output");
    command->footer(
        "Example: hocket-tool draw bcast --algorithm knomial:k=4 --ranks 16 --nodes 4x4 -o bcast.svg\n"
        "         hocket-tool draw alltoall --algorithm timetable --ranks 13 --view timetable -o rounds.svg");
    command->callback([q, &exit_code] { carry_out([&] { write_out(picture(*q), q->file); }, exit_code); });
}

} // namespace hocket
