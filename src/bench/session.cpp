// SPDX-License-Identifier: BSD-3-Clause
#include "bench/session.hpp"
#include <algorithm>
#include <cmath>
#include <numeric>
#include <sstream>

namespace hocket::bench {

using nlohmann::ordered_json;

namespace {

// The first line, without runs of blanks.
std::string library_version()
{
    std::vector<char> text(MPI_MAX_LIBRARY_VERSION_STRING + 1);
    int length = 0;
    MPI_Get_library_version(text.data(), &length);
    std::istringstream line(std::string(text.data()).substr(0, std::string(text.data()).find('\n')));
    std::string all, word;
    while (line >> word) all += (all.empty() ? "" : " ") + word;
    return all;
}

// The names of all hosts, each once, on rank 0.
std::vector<std::string> hosts()
{
    char mine[MPI_MAX_PROCESSOR_NAME] = {};
    int length = 0, ranks = 0;
    MPI_Get_processor_name(mine, &length);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    std::vector<char> all(std::size_t(ranks) * sizeof mine);
    MPI_Gather(mine, sizeof mine, MPI_CHAR, all.data(), sizeof mine, MPI_CHAR, 0, MPI_COMM_WORLD);
    std::vector<std::string> names;
    for (std::size_t i = 0; i < all.size(); i += sizeof mine)
        if (std::find(names.begin(), names.end(), &all[i]) == names.end()) names.emplace_back(&all[i]);
    return names;
}

} // namespace

session::session(const options& o)
    : o_(o), start_(o, world_.comm()), watch_(o, start_, world_.comm()), variants_(make_variants(o)), sizes_(o.sizes()),
      calls_(sizes_.size()), out_(sizes_.size() * variants_.size()), shuffle_(o.seed)
{
}

ordered_json session::heading() const
{
    int ranks = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    auto here = on_node(MPI_COMM_WORLD);
    auto compared = ordered_json::array();
    for (auto& v : variants_) {
        compared.push_back({{"name", v.name()}, {"spec", v.spec()}});
        if (v.other() != nullptr || !v.form().empty()) compared.back()["mock_up"] = true;
        if (!v.ranks().empty()) compared.back()["ranks"] = ordered_json::array({v.ranks()});
    }
    ordered_json all{
        {"schema", "hocket-bench-1"},
        {"collective", o_.collective},
        {"library", library_version()},
        {"hosts", hosts()},
        {"ranks", ranks},
        {"ranks_on_node", here.ranks},
        {"cores", here.cores},
        {"root", o_.root},
        {"seed", o_.seed},
        {"iterations", o_.iterations},
        {"warmup", o_.warmup},
        {"rounds", o_.rounds},
        {"communicators", o_.communicators},
        {"start", start_.name()},
        {"agreed_by", start_.agrees_by()},
        {"form", o_.form},
        {"buffers", o_.rotating ? "rotating" : "same"},
        {"variants", compared},
    };
    if (o_.on) all["memory"] = {{"kind", o_.device}, {"device", o_.on->name()}};
    if (o_.skew != "none") all["skew"] = {{"name", o_.skew}, {"us", o_.skew_us}};
    if (o_.until > 0) all["until"] = o_.until;
    if (o_.seconds > 0) all["seconds"] = o_.seconds;
    if (!wrong_.empty()) all["wrong"] = wrong_;
    if (!unreached_.empty()) all["unreached"] = unreached_;
    if (o_.between_neighbors()) all["graph"] = {{"name", o_.graph}, {"seed", o_.graph_seed}};
    if (o_.irregular()) all["counts"] = {{"name", o_.counts}, {"seed", o_.counts_seed}, {"blocks", blocks(ranks)}};
    return all;
}

ordered_json session::blocks(int ranks) const
{
    auto all = ordered_json::array();
    for (auto n : sizes_) all.push_back(o_.blocks(ranks, n));
    return all;
}

// As rank 0 has it, some seconds from now on, of a share of the time that was given.
bool session::is_over(double since, double ahead, double share) const
{
    if (o_.seconds <= 0) return false;
    char over = now() - since + ahead > share * o_.seconds;
    MPI_Bcast(&over, 1, MPI_CHAR, 0, world_.comm());
    return over;
}

// Before a round there are the first calls of each variant, some of which are slower than the first one's. To ask how
// long these take must not be what takes too long: no more than by the bytes.
bool session::reaches(std::size_t size, double since)
{
    if (o_.seconds <= 0) return true;
    double more = size > 0 ? double(sizes_[size]) / double(std::max<std::size_t>(1, sizes_[size - 1])) : 0;
    if (size > 0 && is_over(since, 3e-6 * more * probed_, 0.9)) return false;
    probed_ = watch_.probe(variants_[0], sizes_[size]);
    double calls = 0;
    for (auto& v : variants_) calls += v.communicators();
    return size == 0 || !is_over(since, 1.5e-6 * calls * probed_, 0.6);
}

// Sizes from the first on for which there is no time are left out; never the first.
void session::verify(table& measured, double since)
{
    std::size_t size = 0;
    while (size < sizes_.size() && reaches(size, since) && verify_at(size, measured, since)) ++size;
    unreached_.assign(sizes_.begin() + std::ptrdiff_t(size), sizes_.end());
    sizes_.resize(size);
    calls_.resize(size);
    out_.resize(size * variants_.size());
    measured.resize(size * variants_.size());
}

bool session::verify_at(std::size_t size, table& measured, double since)
{
    for (std::size_t i = 0; i < variants_.size(); ++i) {
        if (size > 0 && is_over(since, 0, 0.8)) return false;
        auto& v = variants_[i];
        auto at = size * variants_.size() + i;
        if (!out_[at]) out_[at] = !watch_.fits(v, sizes_[size]);
        if (out_[at]) continue;
        bool right = true;
        for (int turn = 0; turn < v.communicators(); ++turn) {
            v.turn(turn);
            right &= watch_.verify(v, sizes_[size]);
        }
        if (!right && !v.form().empty()) {
            wrong_.push_back(v.name());
            for (auto s = i; s < out_.size(); s += variants_.size()) out_[s] = true; // at every size
            continue;
        }
        measured[at].judge(right);
        verified_ &= right;
    }
    return true;
}

void session::measure_round(int round, table& measured)
{
    start_.refresh();
    for (auto& v : variants_) v.turn(round);
    std::vector<std::size_t> order(variants_.size());
    std::iota(order.begin(), order.end(), 0);
    for (std::size_t size = 0; size < sizes_.size(); ++size) {
        std::shuffle(order.begin(), order.end(), shuffle_);
        auto repeat = std::size_t(round) * sizes_.size() + size;
        for (auto v : order) {
            auto at = size * order.size() + v;
            if (!out_[at]) measured[at].add(watch_.measure(variants_[v], sizes_[size], calls_[size], repeat));
        }
    }
}

void session::settle_calls()
{
    for (std::size_t size = 0; size < sizes_.size(); ++size) {
        double most = o_.slice_us ? o_.slice_us / std::max(watch_.probe(variants_[0], sizes_[size]), 0.01) : 1e9;
        calls_[size] = std::clamp(int(std::min(most, 1e9)), 1, o_.iterations);
    }
}

bool session::goes_on(const table& measured, double since)
{
    if (!o_.race && o_.seconds <= 0 && o_.until <= 0) return true;
    if (o_.race) leave_race(measured, variants_.size(), out_);
    if (o_.until > 0) leave_settled(measured, variants_.size(), o_.until, out_);
    auto said = out_;
    bool time_left = o_.seconds <= 0 || now() - since < o_.seconds;
    said.push_back(time_left && std::ranges::count(out_, 0) > 0);
    MPI_Bcast(said.data(), int(said.size()), MPI_CHAR, 0, world_.comm());
    bool more = said.back();
    said.pop_back();
    out_ = said;
    return more;
}

ordered_json session::rows(const table& measured) const
{
    auto all = ordered_json::array();
    for (std::size_t i = 0; i < measured.size(); ++i) {
        if (measured[i].rounds().empty()) continue; // it does not fit here
        all.push_back(measured[i].row(variants_[i % variants_.size()].name(), sizes_[i / variants_.size()]));
        if (o_.until > 0) all.back()["settled"] = measured[i].within(o_.until);
    }
    return all;
}

ordered_json session::run()
{
    table measured(sizes_.size() * variants_.size());
    double since = now();
    verify(measured, since);
    auto document = heading();
    settle_calls();
    int rounds = 0;
    do measure_round(rounds, measured);
    while (++rounds < o_.rounds && goes_on(measured, since));
    document["rounds"] = rounds;
    long late = start_.late(), all_late = 0;
    MPI_Reduce(&late, &all_late, 1, MPI_LONG, MPI_SUM, 0, world_.comm());
    document["late_starts"] = all_late;
    if (start_.clock().corrects()) document["clock_error_us"] = std::round(start_.clock().error_us() * 1000) / 1000;
    document["results"] = rows(measured);
    return document;
}

} // namespace hocket::bench
