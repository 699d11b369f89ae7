// SPDX-License-Identifier: BSD-3-Clause
#include "bench/options.hpp"
#include "base/words.hpp"
#include "catalogue/catalogue.hpp"
#include "shapes/distributions.hpp"
#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <map>

namespace hocket::bench {

const char* const usage =
    "usage: hocket-bench-<mpi> [COLLECTIVE] [options]\n"
    "       bcast (without), barrier, gather, gatherv, scatter, scatterv, allgather, allgatherv, reduce, allreduce,\n"
    "       reduce_scatter_block, reduce_scatter, scan, exscan, alltoall, alltoallv, alltoallw; reductions sum floats\n"
    "       wait: no collective; the last rank is busy for so many nanoseconds, rank r of p for (r + 1) / p of them,\n"
    "       a variant like x1.05 for longer\n"
    "       (started by mpiexec, under hocket-run)\n"
    "  --compare LIST   algorithms, separated by commas (native,auto)\n"
    "  --alone          only these: without native, and native' for the noise, beside them\n"
    "  -m MIN:MAX       bytes, K and M allowed: of the message, of one block, of the mean block (1:4M)\n"
    "  --counts NAME    how blocks differ, in v-forms, alltoallw and reduce_scatter: equal, random, zipf, ... (equal)\n"
    "  --counts-seed N  of what --counts draws (1)\n"
    "  --per-octave N   sizes per doubling (1)\n"
    "  --sizes LIST     these sizes, increasing, instead of -m and --per-octave\n"
    "  -i N  -x N       calls measured and calls before them, per round and variant (10, 2)\n"
    "  -r N             rounds; in each, at every size, the variants take turns in shuffled order (20)\n"
    "  --communicators N   of each variant, one a round in turn: the memory of one is part of every time on it (1)\n"
    "  --race           at each size, variants that cannot win any more take no part in further rounds\n"
    "  --slice US       fewer than -i calls, but at least 1, where native would take longer for them\n"
    "  --seconds S      no further round after so long\n"
    "  --root R  --seed N\n"
    "  --start HOW      of a call: window, an agreed moment; barrier, each rank's own after one; first, the first "
    "rank's\n"
    "                   after one; auto: window, or first where ranks share cores; across nodes barrier (auto)\n"
    "  --window US      head start for a window (50)\n"
    "example: mpiexec -n 4 hocket-run hocket-bench-mpich bcast -m 1K:1M --compare native,knomial:k=4\n";

namespace {

bool number(const std::string& text, std::size_t& value)
{
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{}) return false;
    std::string unit(end, text.data() + text.size());
    const std::map<std::string, int> shifts{{"", 0}, {"K", 10}, {"M", 20}, {"G", 30}};
    auto found = shifts.find(unit);
    if (found == shifts.end() || value > (std::size_t(1) << 40)) return false;
    value <<= found->second;
    return true;
}

bool range(const std::string& text, std::size_t& low, std::size_t& high)
{
    auto colon = text.find(':');
    if (!number(text.substr(0, colon), low)) return false;
    high = low;
    return colon == std::string::npos || (number(text.substr(colon + 1), high) && low <= high);
}

bool increasing_sizes(const std::string& text, std::vector<std::size_t>& all)
{
    for (auto& word : split_specs(text))
        if (!number(word, all.emplace_back())) return false;
    return !all.empty() && std::ranges::adjacent_find(all, std::greater_equal()) == all.end();
}

using reader = std::function<bool(const std::string&)>;

template <class Number> reader count(Number& into, std::size_t least)
{
    return [&into, least](const std::string& text) {
        std::size_t value = 0;
        bool ok = number(text, value) && value >= least && value <= 1'000'000'000;
        into = Number(value);
        return ok;
    };
}

std::map<std::string, reader> readers(options& o)
{
    return {
        {"-m", [&o](auto& text) { return range(text, o.smallest, o.largest); }},
        {"--per-octave", count(o.per_octave, 1)},
        {"--sizes",
         [&o](auto& text) {
             bool ok = increasing_sizes(text, o.listed_sizes);
             if (ok) o.smallest = o.listed_sizes.front(), o.largest = o.listed_sizes.back();
             return ok;
         }},
        {"--slice", count(o.slice_us, 1)},
        {"--seconds", count(o.seconds, 1)},
        {"-i", count(o.iterations, 1)},
        {"-x", count(o.warmup, 0)},
        {"-r", count(o.rounds, 1)},
        {"--communicators", count(o.communicators, 1)},
        {"--root", count(o.root, 0)},
        {"--seed", count(o.seed, 0)},
        {"--counts-seed", count(o.counts_seed, 0)},
        {"--counts", [&o](auto& text) { return !(o.counts = text).empty(); }},
        {"--window", count(o.window_us, 1)},
        {"--compare", [&o](auto& text) { return !(o.compare = split_specs(text)).empty(); }},
        {"--start",
         [&o](auto& text) {
             o.start = text;
             return text == "auto" || text == "barrier" || text == "first" || text == "window";
         }},
    };
}

bool is_wait(const std::string& spec)
{
    double factor = 0;
    auto [end, error] = std::from_chars(spec.data() + 1, spec.data() + spec.size(), factor);
    return spec == "native" || (spec[0] == 'x' && error == std::errc{} && end == spec.data() + spec.size() && factor > 0);
}

// The greatest sum of a row or a column.
std::size_t longest_of_square(const std::vector<std::size_t>& all, std::size_t side)
{
    std::size_t longest = 0;
    for (std::size_t i = 0; i < side; ++i) {
        std::size_t row = 0, column = 0;
        for (std::size_t k = 0; k < side; ++k) row += all[i * side + k], column += all[k * side + i];
        longest = std::max({longest, row, column});
    }
    return longest;
}

} // namespace

std::vector<std::string> split_specs(const std::string& list)
{
    std::vector<std::string> specs(1);
    int depth = 0;
    for (char c : list) {
        depth += (c == '(') - (c == ')');
        if (c == ',' && depth == 0) specs.emplace_back();
        else specs.back() += c;
    }
    std::erase(specs, "");
    return specs;
}

std::vector<std::string> measured_collectives()
{
    auto all = own_collectives();
    all.push_back("wait");
    return all;
}

result<options> parse(int argc, const char* const* argv)
{
    options o;
    auto known = readers(o);
    bool named = argc > 1 && std::ranges::count(measured_collectives(), argv[1]) > 0;
    if (named) o.collective = argv[1];
    if (o.collective == "wait") o.compare = {"native"};
    for (int i = named ? 2 : 1; i < argc; ++i) {
        std::string word = argv[i];
        bool help = word == "-h" || word == "--help", alone = word == "--alone", race = word == "--race";
        o.help |= help, o.alone |= alone, o.race |= race;
        if (help || alone || race) continue;
        auto found = known.find(word);
        if (found == known.end()) return mistake{"unknown word '" + word + "'; options are in --help"};
        if (++i == argc) return mistake{word + " needs a value"};
        if (!found->second(argv[i])) return mistake{word + " cannot be '" + argv[i] + "'"};
    }
    if (has_neighbors(o.collective)) return mistake{"neighborhood collectives cannot be measured in this version"};
    if (!is_distribution(o.counts))
        return mistake{"--counts cannot be '" + o.counts +
                       "'; valid: " + listed({distribution_names.begin(), distribution_names.end()})};
    if (o.counts != "equal" && !o.irregular())
        return mistake{"--counts is for gatherv, scatterv, allgatherv, reduce_scatter, alltoallv and alltoallw only"};
    if (o.collective == "wait" && !std::ranges::all_of(o.compare, is_wait))
        return mistake{"--compare: a wait has the variants native and xFACTOR, such as x1.05"};
    return o;
}

bool options::irregular() const
{
    return has_unequal_blocks(collective);
}

std::size_t options::element(std::size_t n) const
{
    return is_reduction(collective) && n % sizeof(float) == 0 ? sizeof(float) : 1;
}

std::vector<std::size_t> options::blocks(int ranks, std::size_t n) const
{
    std::vector<std::size_t> all;
    for (int r = 0; r < (exchanges() ? ranks : 1); ++r) {
        auto drawn_by = row_seed(counts, counts_seed, unsigned(r));
        for (auto block : distributed(irregular() ? counts : "equal", ranks, n / element(n), drawn_by))
            all.push_back(block * element(n));
    }
    return all;
}

bool options::exchanges() const
{
    return collective.starts_with("alltoall");
}

std::size_t options::whole(int ranks) const
{
    if (exchanges()) return longest_of_square(blocks(ranks, largest), std::size_t(ranks));
    bool by_block = collective.find("scatter") != collective.npos || collective.find("gather") != collective.npos;
    return by_block ? largest * std::size_t(ranks) : largest;
}

std::vector<std::size_t> options::sizes() const
{
    std::vector<std::size_t> all;
    if (collective == "barrier") return {0};
    if (!listed_sizes.empty()) return listed_sizes;
    if (smallest == 0) all.push_back(0);
    double low = double(std::max<std::size_t>(smallest, 1));
    for (int step = 0;; ++step) {
        auto bytes = std::size_t(std::llround(low * std::exp2(double(step) / per_octave)));
        if (bytes > largest) return all;
        if (all.empty() || all.back() != bytes) all.push_back(bytes);
    }
}

} // namespace hocket::bench
