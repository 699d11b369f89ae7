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

enum family { mpich, ompi };

// Read when it is first asked for, and none of the others.
template <family of, bool crowded> const table* shipped()
{
    static const auto it = read(std::string(of == mpich ? "mpich" : "ompi") + (crowded ? "-crowd" : ""));
    return it ? &*it : nullptr;
}

template <family of> const table* shipped(bool crowded)
{
    return crowded ? shipped<of, true>() : shipped<of, false>();
}

bool is(const std::optional<native_library>& library, const char* name)
{
    return library && library->name.starts_with(name);
}

} // namespace

const table* node_table(const std::optional<native_library>& beside, bool crowded)
{
    return is(beside, "mpich-5") ? shipped<mpich>(crowded) : is(beside, "ompi-5") ? shipped<ompi>(crowded) : nullptr;
}

} // namespace hocket
