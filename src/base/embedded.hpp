// SPDX-License-Identifier: BSD-3-Clause
// The files of data/ that are part of the program: machines, tuning tables, rules of MPI libraries.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hocket {

struct embedded_file {
    const char *name, *text; // name: the path below data/
};
extern const embedded_file embedded_files[]; // ends with a null name

// The text of "machines/aurora.json", say.
std::optional<std::string_view> embedded(std::string_view name);
// Names without folder and ".json" of all files of one folder, such as "machines", in alphabetical order.
std::vector<std::string> embedded_in(std::string_view folder);

} // namespace hocket
