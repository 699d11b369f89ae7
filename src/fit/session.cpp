// SPDX-License-Identifier: BSD-3-Clause
#include "fit/session.hpp"
#include "fit/cast_stream.hpp"
#include "fit/local.hpp"
#include "fit/messages.hpp"
#include "fit/shared_trip.hpp"
#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>

namespace hocket::fit {

using nlohmann::ordered_json;

double now_us()
{
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double median(std::vector<double> of)
{
    if (of.empty()) return 0;
    std::ranges::sort(of);
    auto half = of.size() / 2;
    return of.size() % 2 ? of[half] : (of[half - 1] + of[half]) / 2;
}

namespace {

constexpr double slice_us = 1500; // of one visit
constexpr int least_calls = 5, most_calls = 100, most_rounds = 400, tries = 4;
constexpr double least_limit = 0.05; // seconds that a call may always take

std::string library_version()
{
    std::vector<char> text(MPI_MAX_LIBRARY_VERSION_STRING + 1);
    int length = 0;
    MPI_Get_library_version(text.data(), &length);
    std::string all(text.data());
    all.resize(std::min(all.find('\n'), all.size()));
    std::ranges::replace(all, '\t', ' ');
    return all;
}

int calls_of(double us)
{
    int least = us < slice_us * least_calls ? least_calls : 1;
    return std::clamp(int(slice_us / std::max(us, 0.1)), least, most_calls);
}

// Nanoseconds are as much as a clock knows.
ordered_json rounded(const std::vector<double>& all)
{
    auto list = ordered_json::array();
    for (double us : all) list.push_back(std::round(us * 1e3) / 1e3);
    return list;
}

} // namespace

session::session(const options& o, const place& where, int cores)
    : o_(o), where_(where), cores_(cores), shared_(where), cast_(where), shuffle_(o.seed)
{
    tasks all;
    add_messages(where, all);
    add_shared(shared_, all);
    add_local(where, all);
    if (cast_.works()) all.push_back(std::make_unique<cast_stream>(where, cast_));
    settle(std::move(all));
}

// What takes too long for a few rounds is left out, and with it what is larger.
void session::settle(tasks all)
{
    std::string too_long;
    for (auto& one : all) {
        if (one->family() == too_long) continue;
        int calls = 1;
        if (!affordable(*one, calls)) {
            too_long = one->family();
            continue;
        }
        auto n = one->columns().size();
        entries_.push_back({std::move(one), calls, std::vector<std::vector<double>>(n)});
    }
}

bool session::affordable(task& what, int& calls)
{
    double took = 1e18;
    for (int i = 0; i < tries; ++i) {
        MPI_Barrier(where_.comm());
        double begin = now_us();
        what.visit(1);
        took = std::min(took, now_us() - begin);
        int enough = i > 0 && took > slice_us * least_calls;
        MPI_Bcast(&enough, 1, MPI_INT, 0, where_.comm());
        if (enough) break;
    }
    // What a rank does by itself, and a stream of packets, is never too long, only held up by others.
    bool short_enough = took < std::max(o_.seconds / 200, least_limit) * 1e6 || !what.about().contains("level");
    int agreed[] = {short_enough, calls_of(took)};
    MPI_Bcast(agreed, 2, MPI_INT, 0, where_.comm());
    calls = agreed[1];
    return agreed[0];
}

void session::measure_round()
{
    std::vector<std::size_t> order(entries_.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::shuffle(order, shuffle_);
    for (auto i : order) {
        auto& one = entries_[i];
        MPI_Bcast(&one.calls, 1, MPI_INT, 0, where_.comm());
        MPI_Barrier(where_.comm());
        double begin = now_us();
        auto found = one.what->visit(one.calls);
        // Who was held up at first has more calls later.
        one.calls = std::max(one.calls, calls_of((now_us() - begin) / one.calls));
        for (std::size_t c = 0; c < found.size(); ++c) one.columns[c].push_back(found[c]);
    }
}

bool session::time_is_left(double since)
{
    int more = now_us() - since < o_.seconds * 1e6;
    MPI_Bcast(&more, 1, MPI_INT, 0, where_.comm());
    return more;
}

ordered_json session::heading() const
{
    return {
        {"schema", "hocket-fit-1"}, {"library", library_version()},    {"host", this_host()}, {"ranks", where_.ranks()},
        {"nodes", where_.nodes()},  {"ppn", where_.least_on_a_node()}, {"cores", cores_},     {"seed", o_.seed}};
}

ordered_json session::limits()
{
    auto all = ordered_json::array();
    for (auto& level : where_.levels()) {
        auto bytes = eager_limit(where_, where_.pairs(level)[0]);
        all.push_back({{"level", level}, {"bytes", bytes}, {"tried_up_to", largest}});
    }
    return all;
}

// What Hocket's own memory has room for, and what it is not let do.
ordered_json session::sharing() const
{
    constexpr auto shape = shared_way::shape;
    ordered_json said{{"works", shared_.works()},
                      {"single_copy", shared_.reads()},
                      {"cell", shape.cell},
                      {"joint", shape.joint},
                      {"tell", shape.tell}};
    if (!shared_.mistake().empty()) said["mistake"] = shared_.mistake();
    return said;
}

ordered_json session::multicast() const
{
    ordered_json said{{"asked", cast_.is_asked_for()}, {"works", cast_.works()}};
    if (cast_.works()) said["interface"] = cast_.interface();
    else said["mistake"] = cast_.mistake();
    return said;
}

ordered_json session::run()
{
    auto document = heading();
    document["eager"] = limits();
    document["shared_memory"] = sharing();
    document["multicast"] = multicast();
    double since = now_us();
    int rounds = 0;
    do measure_round();
    while (++rounds < most_rounds && time_is_left(since));
    document["rounds"] = rounds;
    document["seconds"] = std::round((now_us() - since) / 1e4) / 100;
    auto all = ordered_json::array();
    for (auto& one : entries_) {
        auto row = one.what->about();
        row["calls"] = one.calls;
        auto columns = one.what->columns();
        for (std::size_t c = 0; c < columns.size(); ++c) row[columns[c]] = rounded(one.columns[c]);
        all.push_back(std::move(row));
    }
    document["measured"] = std::move(all);
    return document;
}

} // namespace hocket::fit
