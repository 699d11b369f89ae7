// SPDX-License-Identifier: BSD-3-Clause
#include "base/words.hpp"
#include "catalogue/catalogue.hpp"
#include "tool/commands.hpp"
#include <CLI/CLI.hpp>
#include <iostream>
#include <nlohmann/json.hpp>

namespace hocket {
namespace {

nlohmann::ordered_json shown(const entry_info& e)
{
    nlohmann::ordered_json parameters = nlohmann::ordered_json::object();
    for (auto& p : e.parameters) parameters[p.name] = {{"type", p.type}, {"default", p.standard}, {"values", p.values}};
    nlohmann::ordered_json cost{{"rounds", e.rounds}, {"bytes", e.bytes}, {"messages", e.messages}};
    if (!is_reduction(e.collective)) cost["reduced"] = "0";
    return {{"collective", e.collective},     {"algorithm", e.name},
            {"aliases", e.aliases},           {"parameters", parameters},
            {"restrictions", e.restrictions}, {"cost", cost},
            {"recordable", e.recordable},     {"source", e.source}};
}

void list(const std::string& collective, int& exit_code)
{
    nlohmann::ordered_json all = nlohmann::ordered_json::array();
    for (auto& e : catalogue_entries(collective)) all.push_back(shown(e));
    if (all.empty()) {
        std::cerr << "hocket: no collective \"" << collective
                  << "\" in the catalogue; valid: " << listed(own_collectives()) << '\n';
        exit_code = 2;
        return;
    }
    std::cout << all.dump(1) << '\n';
}

} // namespace

void add_list_command(CLI::App& app, int& exit_code)
{
    auto* command = app.add_subcommand("list", "The catalogue of algorithms");
    auto collective = std::make_shared<std::string>();
    command->add_option("collective", *collective, "only this one");
    command->footer("Example: hocket-tool list bcast");
    command->callback([collective, &exit_code] { list(*collective, exit_code); });
}

} // namespace hocket
