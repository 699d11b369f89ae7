// SPDX-License-Identifier: BSD-3-Clause
#include "choose/node_table.hpp"
#include "base/embedded.hpp"

namespace hocket {

namespace {

// A test holds all of them to the format.
std::optional<table> read(const std::string& family)
{
    auto text = embedded("node-memory/" + family + ".json");
    auto found = text ? parse_table(*text) : result<table>(mistake{"no such table"});
    return found ? std::optional(*std::move(found)) : std::nullopt;
}

} // namespace

const table* node_table(const std::optional<native_library>& beside, bool crowded)
{
    static const std::optional<table> mpich[] = {read("mpich"), read("mpich-crowd")},
                                      ompi[] = {read("ompi"), read("ompi-crowd")};
    if (!beside) return nullptr;
    auto* all = beside->name.starts_with("mpich-5") ? mpich : beside->name.starts_with("ompi-5") ? ompi : nullptr;
    return all && all[crowded] ? &*all[crowded] : nullptr;
}

} // namespace hocket
