// SPDX-License-Identifier: BSD-3-Clause
#include "choose/embedded_table.hpp"
#include "base/embedded.hpp"
#include <map>
#include <memory>
#include <mutex>

namespace hocket {

namespace {

// Tests hold all of them to the format.
std::unique_ptr<const table> read_table(const std::string& name)
{
    auto text = embedded(name);
    if (!text) return {};
    auto read = parse_table(*text);
    return read ? std::make_unique<const table>(*std::move(read)) : nullptr;
}

} // namespace

const table* embedded_table(const std::string& name)
{
    static std::mutex one_at_a_time;
    static std::map<std::string, std::unique_ptr<const table>> tables;
    std::lock_guard held(one_at_a_time);
    auto [at, fresh] = tables.try_emplace(name);
    if (fresh) at->second = read_table(name);
    return at->second.get();
}

} // namespace hocket
