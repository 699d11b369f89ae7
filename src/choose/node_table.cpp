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

const table* node_table(const std::optional<native_library>& beside)
{
    static const auto mpich = read("mpich"), ompi = read("ompi");
    if (beside && mpich && beside->name.starts_with("mpich-5")) return &*mpich;
    if (beside && ompi && beside->name.starts_with("ompi-5")) return &*ompi;
    return nullptr;
}

} // namespace hocket
