// SPDX-License-Identifier: BSD-3-Clause
#include "base/json_reader.hpp"
#include "base/json_lines.hpp"
#include "base/words.hpp"
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <set>
#include <sys/stat.h>

namespace hocket {
namespace {

constexpr int deepest = 64;

// The parser builds a tree by recursion in its destructor: a document of brackets only must not reach it.
bool too_deep(std::string_view text)
{
    int depth = 0, most = 0;
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        char c = text[i];
        if (quoted && c == '\\') ++i;
        else if (c == '"') quoted = !quoted;
        else if (!quoted && (c == '[' || c == '{')) most = std::max(most, ++depth);
        else if (!quoted && (c == ']' || c == '}')) --depth;
    }
    return most > deepest;
}

} // namespace

json_reader::json_reader(std::string_view text, std::string_view what) : document_(std::make_unique<nlohmann::json>())
{
    if (too_deep(text)) wrong(fmt::format("nested deeper than {}", deepest));
    else open(text, fmt::format("hocket-{}-", what));
}

void json_reader::open(std::string_view text, const std::string& family)
{
    std::vector<std::set<std::string>> seen; // keys of the objects that are open
    auto once = [&](int, nlohmann::json::parse_event_t event, nlohmann::json& with) {
        using now = nlohmann::json::parse_event_t;
        if (event == now::object_start) seen.emplace_back();
        if (event == now::object_end) seen.pop_back();
        if (event == now::key && !seen.back().insert(with.get<std::string>()).second)
            wrong(fmt::format("key \"{}\" is given twice in one object", with.get<std::string>().substr(0, 64)));
        return true;
    };
    *document_ = nlohmann::json::parse(text, once, false);
    if (document_->is_discarded()) return mistake_.reset(), wrong("not a JSON document: " + syntax_mistake(text));
    if (found()) return;
    if (!document_->is_object()) return wrong("not a JSON object");
    auto has = this->text(*document_, "the document", "schema", true);
    if (found() || has == family + "1") return;
    if (has.starts_with(family))
        return wrong(fmt::format("schema \"{}\" is not known to this version, which reads \"{}1\"", has, family));
    wrong(fmt::format("schema is \"{}\", expected \"{}1\"", has, family));
}

json_reader::~json_reader() = default;

void json_reader::wrong(std::string what)
{
    if (!mistake_) mistake_ = mistake{std::move(what)};
}

void json_reader::keys(const nlohmann::json& object, const std::string& place, const std::vector<std::string>& valid)
{
    if (!object.is_object()) return wrong(place + " is not an object");
    for (auto& [key, value] : object.items())
        if (std::ranges::find(valid, key) == valid.end())
            wrong(fmt::format("unknown key \"{}\" in {}; nearest: {}; valid: {}", key.substr(0, 64), place,
                              nearest(key, valid), listed(valid)));
}

const nlohmann::json* json_reader::find(const nlohmann::json& object, const char* key) const
{
    if (!object.is_object()) return nullptr;
    auto at = object.find(key);
    return at == object.end() ? nullptr : &*at;
}

double json_reader::number(const nlohmann::json& object, const std::string& place, const char* key, double otherwise,
                           double low)
{
    auto* value = find(object, key);
    if (!value) return otherwise;
    if (value->is_number() && value->get<double>() >= low) return value->get<double>();
    wrong(fmt::format("{} of {} is not a number of at least {}", key, place, low));
    return otherwise;
}

std::string json_reader::text(const nlohmann::json& object, const std::string& place, const char* key, bool required)
{
    auto* value = find(object, key);
    if (value && value->is_string()) return value->get<std::string>();
    if (value || required) wrong(fmt::format("{} needs \"{}\" as text", place, key));
    return {};
}

result<std::string> read_file(const std::string& path)
{
    struct stat is;
    auto failed = [&] { return mistake{fmt::format("cannot read \"{}\": {}", path, std::strerror(errno))}; };
    if (stat(path.c_str(), &is) != 0) return failed();
    if (!S_ISREG(is.st_mode)) return mistake{fmt::format("cannot read \"{}\": not a regular file", path)};
    if (is.st_size > (64 << 20)) return mistake{fmt::format("\"{}\" is larger than 64 MiB", path)};
    auto* file = std::fopen(path.c_str(), "rb");
    if (!file) return failed();
    std::string text(std::size_t(is.st_size), '\0');
    text.resize(std::fread(text.data(), 1, text.size(), file));
    std::fclose(file);
    return text;
}

} // namespace hocket
