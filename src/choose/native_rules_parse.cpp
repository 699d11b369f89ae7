// SPDX-License-Identifier: BSD-3-Clause
#include "base/embedded.hpp"
#include "choose/native_part.hpp"
#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace hocket {
namespace {

using nlohmann::json;

native_book::edition read_edition(json_reader& in, const json& from, const native_book& book)
{
    native_book::edition e{from.at("version").get<std::string>(), from.at("source").get<std::string>(), {}};
    for (auto& [collective, list] : from.items()) {
        if (collective == "version" || collective == "source") continue;
        e.start[collective] = list.get<std::string>();
        if (!book.parts.contains(collective))
            in.wrong(fmt::format("edition {} names {}, for which there are no rules", e.version, collective));
    }
    return e;
}

// What a rule calls in another collective is there.
void check_calls(json_reader& in, const native_book& book)
{
    auto check = [&](const native_call& c) {
        auto part = book.parts.find(c.collective);
        bool known = part != book.parts.end() && (c.list.empty() || part->second.rules.contains(c.list));
        for (auto& e : book.editions) known = known && e.start.contains(c.collective);
        if (!known) in.wrong(fmt::format("there are no rules \"{}/{}\" to call", c.collective, c.list));
    };
    for (auto& [collective, part] : book.parts)
        for (auto& [name, rules] : part.rules)
            for (auto& r : rules) std::ranges::for_each(r.calls, check);
}

// Collectives stand beside the other keys, by their names.
void read_book(json_reader& in, native_book& book)
{
    const json& all = in.root();
    for (auto& p : all.at("prints")) book.prints.push_back(p.get<std::string>());
    for (auto& [key, value] : all.items()) {
        if (!std::ranges::count(ruled_collectives(), key)) continue;
        book.parts.emplace(key, read_native_part(in, value, key));
    }
    for (auto& e : all.at("editions")) {
        auto edition = read_edition(in, e, book);
        for (auto& [collective, list] : edition.start)
            if (book.parts.contains(collective) && !book.parts.at(collective).rules.contains(list))
                in.wrong("there is no list of rules \"" + list + "\"");
        book.editions.push_back(std::move(edition));
    }
    check_calls(in, book);
}

} // namespace

const std::vector<std::string>& ruled_collectives()
{
    static const std::vector<std::string> all{
        "barrier",   "bcast",      "gather",   "gatherv",   "scatter",        "scatterv",
        "allgather", "allgatherv", "reduce",   "allreduce", "reduce_scatter", "reduce_scatter_block",
        "scan",      "exscan",     "alltoall", "alltoallv", "alltoallw"};
    return all;
}

bool by_block(std::string_view collective)
{
    static constexpr std::string_view whole[] = {"allgatherv", "reduce_scatter", "barrier", "bcast",
                                                 "reduce",     "allreduce",      "scan",    "exscan"};
    return std::ranges::count(whole, collective) == 0;
}

result<native_book> parse_native_rules(std::string_view text)
{
    json_reader in(text, "native-rules");
    if (in.found()) return *in.found();
    std::vector<std::string> keys{"schema", "library", "prints", "editions"};
    keys.insert(keys.end(), ruled_collectives().begin(), ruled_collectives().end());
    in.keys(in.root(), "the document", keys);
    native_book book;
    book.library = in.text(in.root(), "the document", "library", true);
    if (in.found()) return *in.found();
    try {
        read_book(in, book);
    } catch (const json::exception& e) {
        return mistake{e.what()};
    }
    if (in.found()) return *in.found();
    return book;
}

} // namespace hocket
