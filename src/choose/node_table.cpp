// SPDX-License-Identifier: BSD-3-Clause
#include "choose/node_table.hpp"
#include "base/embedded.hpp"

namespace hocket {

namespace {

enum family { mpich, ompi };

// A test holds all of them to the format.
std::optional<table> read(family library, bool crowded, node_calls of)
{
    constexpr const char* calls[] = {"", "-nonblocking", "-persistent"};
    std::string name = library == mpich ? "mpich" : "ompi";
    auto text = embedded("node-memory/" + name + (crowded ? "-crowd" : "") + calls[int(of)] + ".json");
    auto found = text ? parse_table(*text) : result<table>(mistake{"no such table"});
    return found ? std::optional(*std::move(found)) : std::nullopt;
}

// Read when it is first asked for, and none of the others.
template <family library, bool crowded, node_calls of> const table* shipped()
{
    static const auto it = read(library, crowded, of);
    return it ? &*it : nullptr;
}

template <family library, bool crowded> const table* shipped(node_calls of)
{
    if (of == node_calls::nonblocking) return shipped<library, crowded, node_calls::nonblocking>();
    if (of == node_calls::persistent) return shipped<library, crowded, node_calls::persistent>();
    return shipped<library, crowded, node_calls::blocking>();
}

template <family library> const table* shipped(bool crowded, node_calls of)
{
    return crowded ? shipped<library, true>(of) : shipped<library, false>(of);
}

bool is(const std::optional<native_library>& library, const char* name)
{
    return library && library->name.starts_with(name);
}

} // namespace

const table* node_table(const std::optional<native_library>& beside, bool crowded, node_calls of)
{
    return is(beside, "mpich-5")  ? shipped<mpich>(crowded, of)
           : is(beside, "ompi-5") ? shipped<ompi>(crowded, of)
                                  : nullptr;
}

} // namespace hocket
