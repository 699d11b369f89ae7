// SPDX-License-Identifier: BSD-3-Clause
#include "catalogue/load_plugins.hpp"
#include "base/json_reader.hpp"
#include "base/words.hpp"
#include "hocket/algorithm.hpp"
#include <dlfcn.h>
#include <fmt/format.h>
#include <set>

namespace hocket {
namespace {

std::string because()
{
    const char* why = dlerror();
    return why ? why : "no reason given";
}

template <class Function> Function* look_up(void* library, const char* name)
{
    return reinterpret_cast<Function*>(dlsym(library, name));
}

// Never unloaded: the catalogue points into it.
result<std::vector<row>> rows_in(const std::string& file)
{
    auto path = file.find('/') == file.npos ? "./" + file : file; // not the linker's search
    void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (!library) return mistake{"cannot be loaded: " + because()};
    auto* stamp = look_up<const char*()>(library, "hocket_plugin_stamp");
    auto* rows = look_up<void(std::vector<row>&)>(library, "hocket_plugin_rows");
    if (!stamp || !rows) return mistake{"is no plugin: it has no HOCKET_ALGORITHMS(...)"};
    if (stamp() != std::string_view(HOCKET_PLUGIN_STAMP))
        return mistake{
            fmt::format("was built for \"{}\", and this is \"{}\"; build it again", stamp(), HOCKET_PLUGIN_STAMP)};
    std::vector<row> found;
    rows(found);
    return found;
}

std::optional<mistake> add(const std::string& file)
{
    static std::set<std::string> known;
    if (!known.insert(file).second) return {};
    auto found = rows_in(file);
    if (!found) return found.error();
    for (auto& one : *found)
        if (auto wrong = add_row(std::move(one))) return wrong;
    return {};
}

} // namespace

result<std::string> load_plugins(std::string_view files)
{
    std::string shown;
    for (auto& file : split(files, ':')) {
        auto contents = read_file(file);
        if (!contents) return contents.error();
        if (auto wrong = add(file)) return mistake{fmt::format("\"{}\" {}", file, wrong->what)};
        shown += fmt::format("{}{} (contents {:016x})", shown.empty() ? "" : ":", file, hash_of(*contents));
    }
    return shown;
}

} // namespace hocket
