// SPDX-License-Identifier: BSD-3-Clause
#include "catalogue/settled.hpp"

namespace hocket {
namespace {

bound bind_fixed(const settled& s, const problem& of, const layout& where)
{
    arguments with{{}, {}, &where};
    for (auto& v : s.values) with.values.push_back(*v);
    settled resolved{s.is, s.values, {}};
    bool uses_native = s.is->name == "native";
    for (std::size_t i = 0; i < s.parts.size(); ++i) {
        if (!s.parts[i].is) {
            with.parts.emplace_back(); // left out
            resolved.parts.push_back(s.parts[i]);
            continue;
        }
        auto inner = bind_settled(s.parts[i], s.is->of_part(with, int(i), of), where);
        resolved.parts.push_back(std::move(inner.is));
        uses_native |= inner.uses_native;
        with.parts.push_back(std::move(inner.run));
    }
    return {s.is->make(with), std::move(resolved), uses_native};
}

} // namespace

// The first value at auto takes each value of its grid in turn; the rest follows by recursion. The cheapest wins,
// the first of equals.
bound bind_settled(const settled& s, const problem& of, const layout& where)
{
    for (std::size_t i = 0; i < s.values.size(); ++i) {
        if (s.values[i]) continue;
        std::optional<bound> best;
        double least = 0;
        for (auto v : s.is->parameters[i].values) {
            auto fixed = s;
            fixed.values[i] = v;
            auto one = bind_settled(fixed, of, where);
            auto time = typical_time(s.is->collective, one.run, of);
            if (best && time >= least) continue;
            best = std::move(one);
            least = time;
        }
        return *std::move(best);
    }
    return bind_fixed(s, of, where);
}

} // namespace hocket
