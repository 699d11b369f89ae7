// SPDX-License-Identifier: BSD-3-Clause
#include "base/words.hpp"
#include "choose/own_choice.hpp"
#include "simulate/bcast_run.hpp"
#include "simulate/draw/draw.hpp"
#include "tool/commands.hpp"
#include "tool/record_place.hpp"
#include "tool/wrong_usage.hpp"
#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace hocket {
namespace {

constexpr double most_drawn = 4'000'000; // messages; a trace of them takes about 500 MB

struct question : schedule_question {
    std::string machine = "aurora";
};

std::string picture(const question& q)
{
    q.need_valid();
    auto where = q.where();
    auto n = q.size();
    auto model = need(find_machine(q.machine));
    auto at = priced_place(where, n, model);
    auto spec = q.algorithm == "auto" ? choose_own(model, where, n).algorithm : q.algorithm;
    auto how = need(bind_bcast(spec, at));
    if (how.runs != way::own || how.uses_native)
        throw wrong_usage(how.text + " cannot be drawn: the MPI library's own broadcast has no text");
    double messages = how.run->declared(at.as_problem()).messages;
    if (messages > most_drawn)
        throw wrong_usage(fmt::format("{} on {} ranks sends {:.3g} messages; at most {:.3g} can be drawn", how.text,
                                      q.ranks, messages, most_drawn));
    trace seen;
    simulator on(model, where);
    auto times = run_bcast(on, where, *how.run, {n, q.root}, std::int64_t(messages), {.into = &seen});
    if (times.trouble) throw wrong_usage(fmt::format("{}: {}", how.text, *times.trouble));
    seen.finish = times.time;
    return draw_svg(seen, where, {q.collective, how.text, model.name, n});
}

} // namespace

void add_draw_command(CLI::App& app, int& exit_code)
{
    auto* command = app.add_subcommand("draw", "A space-time picture of a collective on a machine model, as SVG");
    auto q = std::make_shared<question>();
    q->bytes = "64K";
    q->add_options(*command, false);
    command->add_option("--machine", q->machine, "name or file; shipped: " + listed(shipped_machines()))
        ->capture_default_str();
    command->add_option("-o", q->file, "write to this file instead of standard output");
    command->footer("Example: hocket-tool draw bcast --algorithm knomial:k=4 --ranks 16 --nodes 4x4 -o bcast.svg");
    command->callback([q, &exit_code] { carry_out([&] { write_out(picture(*q), q->file); }, exit_code); });
}

} // namespace hocket
