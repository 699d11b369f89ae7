// SPDX-License-Identifier: BSD-3-Clause
#include "simulate/draw/strokes.hpp"
#include <algorithm>
#include <map>
#include <tuple>

namespace hocket {
namespace {

using key = std::tuple<int, int, bool, int>; // rows, level, time bin
using sums = std::map<key, stroke>;

stroke alone(const traced_message& m, const row_map& rows, std::int64_t i)
{
    return {rows[m.from], rows[m.to], m.between_nodes, m.started, m.finished, double(m.bytes), 1, i};
}

// Times are summed up; whoever reads the map divides.
void add(sums& to, const key& at, const stroke& more)
{
    auto [place, fresh] = to.try_emplace(at, more);
    if (fresh) return;
    auto& sum = place->second;
    sum.leaves += more.leaves, sum.comes += more.comes, sum.bytes += more.bytes, sum.messages += more.messages;
}

sums summed(const trace& what, const row_map& rows)
{
    constexpr int bins = 256;
    sums all;
    double width = what.finish > 0 ? what.finish / bins : 1;
    for (std::size_t i = 0; i < what.messages.size(); ++i) {
        auto one = alone(what.messages[i], rows, std::int64_t(i));
        add(all, {one.from, one.to, one.between_nodes, int(one.leaves / width)}, one);
    }
    return all;
}

// Two time bins in one.
sums coarser(const sums& fine)
{
    sums all;
    for (auto& [at, s] : fine) {
        auto [from, to, level, bin] = at;
        add(all, {from, to, level, bin / 2}, s);
    }
    return all;
}

strokes merged(const trace& what, const row_map& rows, std::size_t most)
{
    auto sum = summed(what, rows);
    for (int halves = 0; sum.size() > most && halves <= 8; ++halves) sum = coarser(sum);
    strokes made{{}, true, 0};
    for (auto& [_, s] : sum) {
        made.all.push_back(s);
        made.all.back().leaves /= s.messages, made.all.back().comes /= s.messages;
    }
    std::ranges::stable_sort(made.all, std::greater(), &stroke::messages);
    for (auto i = most; i < made.all.size(); ++i) made.left_out += std::size_t(made.all[i].messages);
    if (made.all.size() > most) made.all.resize(most);
    return made;
}

} // namespace

strokes strokes_of(const trace& what, const row_map& rows, std::size_t single, std::size_t most)
{
    if (rows.shared() || what.messages.size() > single) return merged(what, rows, most);
    strokes made;
    for (std::size_t i = 0; i < what.messages.size(); ++i)
        made.all.push_back(alone(what.messages[i], rows, std::int64_t(i)));
    return made;
}

} // namespace hocket
