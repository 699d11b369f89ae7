// SPDX-License-Identifier: BSD-3-Clause
#include "choose/node_table.hpp"
#include "choose/embedded_table.hpp"
#include <fmt/format.h>

namespace hocket {

namespace {

bool is(const std::optional<native_library>& library, const char* name)
{
    return library && library->name.starts_with(name);
}

} // namespace

const table* node_table(const std::optional<native_library>& beside, bool crowded, node_calls of)
{
    constexpr const char* calls[] = {"", "-nonblocking", "-persistent"};
    auto* name = is(beside, "mpich-5") ? "mpich" : is(beside, "ompi-5") ? "ompi" : nullptr;
    if (!name) return nullptr;
    return embedded_table(fmt::format("node-memory/{}{}{}.json", name, crowded ? "-crowd" : "", calls[int(of)]));
}

} // namespace hocket
