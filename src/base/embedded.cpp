// SPDX-License-Identifier: BSD-3-Clause
#include "base/embedded.hpp"
#include <algorithm>

namespace hocket {

std::optional<std::string_view> embedded(std::string_view name)
{
    for (auto* file = embedded_files; file->name; ++file)
        if (file->name == name) return file->text;
    return {};
}

std::vector<std::string> embedded_in(std::string_view folder)
{
    std::vector<std::string> names;
    for (auto* file = embedded_files; file->name; ++file) {
        std::string_view name = file->name;
        if (!name.starts_with(folder) || name[folder.size()] != '/' || !name.ends_with(".json")) continue;
        names.emplace_back(name.substr(folder.size() + 1, name.size() - folder.size() - 6));
    }
    std::ranges::sort(names);
    return names;
}

} // namespace hocket
