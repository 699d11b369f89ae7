// SPDX-License-Identifier: BSD-3-Clause
#include "base/embedded.hpp"
#include "catalogue/catalogue.hpp"
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

// Collectives stand beside the other keys, by their names.
void read_book(json_reader& in, native_book& book)
{
    const json& all = in.root();
    for (auto& p : all.at("prints")) book.prints.push_back(p.get<std::string>());
    for (auto& [key, value] : all.items()) {
        if (!std::ranges::count(own_collectives(), key)) continue;
        book.parts.emplace(key, read_native_part(in, value, key));
    }
    for (auto& e : all.at("editions")) {
        auto edition = read_edition(in, e, book);
        for (auto& [collective, list] : edition.start)
            if (book.parts.contains(collective) && !book.parts.at(collective).rules.contains(list))
                in.wrong("there is no list of rules \"" + list + "\"");
        book.editions.push_back(std::move(edition));
    }
}

} // namespace

result<native_book> parse_native_rules(std::string_view text)
{
    json_reader in(text, "native-rules");
    if (in.found()) return *in.found();
    std::vector<std::string> keys{"schema", "library", "prints", "editions"};
    keys.insert(keys.end(), own_collectives().begin(), own_collectives().end());
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
