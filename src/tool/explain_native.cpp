// SPDX-License-Identifier: BSD-3-Clause
#include "tool/explain_native.hpp"
#include "choose/native_rules.hpp"
#include "tool/wrong_usage.hpp"
#include <nlohmann/json.hpp>

namespace hocket {
namespace {

using json = nlohmann::ordered_json;

// A library may run what has no counterpart in the catalogue, or cannot do with the place: that has no price.
std::optional<double> price_of(const std::string& collective, const std::string& spec, const place& at)
{
    auto known = bind_algorithm(collective, std::string_view(spec), at);
    if (!known || known->runs != way::own) return {};
    return known->declared(at.as_problem()).finish;
}

json mended(const native_library& by, const std::string& collective, std::size_t n, const place& at)
{
    auto cost = [&](const std::string& spec) { return price_of(collective, spec, at); };
    auto found = mending(by, collective, n, *at.where, cost);
    if (!found) return nullptr;
    json settings = json::object();
    for (auto& [name, value] : found->with.variables) settings[name] = value;
    return {{"algorithm", found->with.algorithm},
            {"spec", found->with.spec},
            {"time_us", found->time_us},
            {"settings", settings}};
}

} // namespace

double predicted_us(const std::string& collective, const std::string& spec, const place& at)
{
    return need(bind_algorithm(collective, std::string_view(spec), at)).declared(at.as_problem()).finish;
}

json explain_native(const std::string& library, const std::string& collective, std::size_t n, const place& at,
                    double best_us)
{
    auto by = need(find_native_library(library));
    auto made = choose_native(by, collective, n, *at.where);
    json out{{"library", by.name},
             {"source", by.source},
             {"algorithm", made.algorithm},
             {"spec", made.spec.empty() ? json(nullptr) : json(made.spec)},
             {"rule", made.rule}};
    if (!made.differs.empty()) out["differs"] = made.differs;
    auto time = price_of(collective, made.spec, at);
    if (!time) return out;
    out["time_us"] = *time;
    out["factor"] = best_us > 0 ? *time / best_us : 1;
    auto better = mended(by, collective, n, at);
    if (!better.is_null() && better["time_us"] < *time) out["mend"] = better;
    return out;
}

} // namespace hocket
