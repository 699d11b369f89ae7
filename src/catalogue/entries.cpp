// SPDX-License-Identifier: BSD-3-Clause
// The catalogue's entries as SPECs with everything at auto.
#include "catalogue/catalogue.hpp"
#include "catalogue/settled.hpp"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <mutex>

namespace hocket {
namespace {

const std::vector<std::string> never{"native", "native-nonblocking"};

// "knomial:k=auto:segment=auto"
std::string at_auto(const row& r, const std::string& parts)
{
    auto text = r.name + parts;
    for (auto& p : r.parameters)
        if (p.values.size() > 1) text += ":" + p.name + "=auto";
    return text;
}

// What a part may be: its declared values, those without parts with their parameters at auto.
std::vector<std::string> forms_of(const part& p)
{
    std::vector<std::string> forms;
    for (auto& value : p.values) {
        auto name = value.substr(0, value.find_first_of("(:"));
        if (std::ranges::count(never, name)) continue;
        auto& r = *find_row(p.of, name);
        auto form = r.parts.empty() ? at_auto(r, "") : value;
        if (!std::ranges::count(forms, form)) forms.push_back(form);
    }
    return forms;
}

void every_form(const row& r, std::vector<std::string>& into)
{
    std::vector<std::string> inner{""};
    for (auto& p : r.parts) {
        if (p.standard.empty()) continue; // may be left out
        std::vector<std::string> longer;
        for (auto& head : inner)
            for (auto& form : forms_of(p)) longer.push_back(head + (head.empty() ? "" : ",") + p.name + "=" + form);
        inner = std::move(longer);
    }
    for (auto& parts : inner) into.push_back(at_auto(r, parts.empty() ? "" : "(" + parts + ")"));
}

struct settled_entries {
    std::once_flag made;
    std::vector<std::string> texts;
    std::vector<settled> forms;
};

void make_entries(std::string_view collective, settled_entries& all)
{
    for (auto& r : all_rows())
        if (r.collective == collective && !std::ranges::count(never, r.name)) every_form(r, all.texts);
    for (auto& text : all.texts) all.forms.push_back(*settle(collective, *parse_spec(text)));
}

const settled_entries& settled_entries_of(std::string_view collective)
{
    static auto entries = [] {
        std::map<std::string, settled_entries, std::less<>> all;
        for (auto& name : own_collectives()) all[name]; // each made when somebody asks for it
        return all;
    }();
    auto& mine = entries.find(collective)->second;
    std::call_once(mine.made, [&] { make_entries(collective, mine); });
    return mine;
}

// Nobody has asked the ranks between for so much memory.
constexpr double most_held = 4 << 20;

double held(const bound& one, const problem& of)
{
    return std::visit([&](auto& run) { return run->declared(of).held; }, one.run);
}

// Where one message reaches all ranks of a node, or all nodes: there what is made for that is worth it, and nowhere
// else.
bool is_there(std::string_view because, const place& at)
{
    if (because == because::of_shared_memory) return at.node.tell_limit >= 0;
    return because == because::of_the_network && at.casts && at.network.cast.works();
}

// Why it waits to be named at that place; empty: it does not.
std::string_view waits_because(const settled& form, const place& at)
{
    for (auto* because : {because::of_shared_memory, because::of_the_network})
        if (waits_for(form, because) && !is_there(because, at)) return because;
    auto& own = form.is->not_by_itself;
    return is_there(own, at) ? std::string_view() : own;
}

bool may_be_chosen(const settled& form, const place& at)
{
    return waits_because(form, at).empty() && !unsuited(form, *at.where, at.demanded());
}

} // namespace

const std::vector<std::string>& entries_of(std::string_view collective)
{
    return settled_entries_of(collective).texts;
}

bound_plan least_declared(std::string_view collective, const place& at)
{
    std::optional<bound> best;
    double least = 0;
    auto of = at.as_problem();
    for (auto& form : settled_entries_of(collective).forms) {
        if (!may_be_chosen(form, at)) continue;
        auto one = bind_settled(form, of, *at.where);
        double time = typical_time(collective, one.run, of);
        if ((best && time >= least) || held(one, of) > most_held) continue;
        best = std::move(one);
        least = time;
    }
    bool keeps_order = is_reduction(collective) && !unsuited(best->is, *at.where, {.commutative = false});
    bool in_place = best->is.is->runs_in_place;
    bool multicasts = waits_for(best->is, because::of_the_network);
    return {print(best->is), way::own, best->uses_native, keeps_order, std::move(best->run), in_place, multicasts};
}

std::string never_least_because(std::string_view collective, std::string_view text, const place& at)
{
    auto form = *settle(collective, *parse_spec(text));
    if (auto waits = waits_because(form, at); !waits.empty()) return std::string(waits);
    auto of = at.as_problem();
    double weight = held(bind_settled(form, of, *at.where), of);
    if (weight <= most_held) return {};
    return fmt::format("it holds {:.0f} MB of others' data on a rank; choices take none that holds over {:.0f}",
                       std::ceil(weight / (1 << 20)), most_held / (1 << 20));
}

} // namespace hocket
