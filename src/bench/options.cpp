// SPDX-License-Identifier: BSD-3-Clause
#include "bench/options.hpp"
#include "base/words.hpp"
#include "bench/readers.hpp"
#include "catalogue/catalogue.hpp"
#include "shapes/distributions.hpp"
#include <algorithm>
#include <charconv>
#include <cmath>

namespace hocket::bench {
namespace {

bool is_wait(const std::string& spec)
{
    double factor = 0;
    auto* ends = spec.data() + spec.size();
    auto [end, error] = std::from_chars(spec.data() + 1, ends, factor);
    return spec == "native" || (spec[0] == 'x' && error == std::errc{} && end == ends && factor > 0);
}

bool* flag_of(const std::string& word, options& o)
{
    if (word == "-h" || word == "--help") return &o.help;
    if (word == "--alone") return &o.alone;
    if (word == "--race") return &o.race;
    return word == "--guidelines" ? &o.guidelines : nullptr;
}

// What is wrong with options that are each well by itself; empty: nothing.
std::string contradiction(const options& o)
{
    if (!is_distribution(o.counts))
        return "--counts cannot be '" + o.counts +
               "'; valid: " + listed({distribution_names.begin(), distribution_names.end()});
    if (o.counts != "equal" && !o.irregular()) return "--counts is for v-forms, w-forms and reduce_scatter only";
    if (o.collective == "wait" && !std::ranges::all_of(o.compare, is_wait))
        return "--compare: a wait has the variants native and xFACTOR, such as x1.05";
    if (o.collective == "wait" && o.form != "blocking") return "--form: a wait is always blocking";
    if (o.rotating && o.form == "persistent") return "--buffers rotating: a persistent collective keeps its buffers";
    if (o.device != "host" && !is_reduction(o.collective)) return "-d " + o.device + " is for reductions only";
    if (o.device != "host" && o.rotating) return "-d " + o.device + ": buffers do not rotate there";
    if (o.device != "host" && o.guidelines) return "--guidelines are about memory of the host: no -d";
    if (o.guidelines && o.form != "blocking") return "--guidelines are about blocking collectives";
    if (o.guidelines && o.alone) return "--guidelines compare with native: not --alone";
    if (o.start == "alarm" && o.fake_clocks > 0) return "--start alarm is by the machine's own clock: no --fake-clocks";
    if (o.skew != "none" && o.start == "barrier") return "--skew needs a start that all ranks share, not a barrier";
    return "";
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
        if (auto* flag = flag_of(word, o)) {
            *flag = true;
            continue;
        }
        auto found = known.find(word);
        if (found == known.end()) return mistake{"unknown word '" + word + "'; options are in --help"};
        if (++i == argc) return mistake{word + " needs a value"};
        if (!found->second(argv[i])) return mistake{word + " cannot be '" + argv[i] + "'"};
    }
    auto wrong = contradiction(o);
    if (!wrong.empty()) return mistake{wrong};
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
    return collective.find("alltoall") != collective.npos;
}

bool options::between_neighbors() const
{
    return has_neighbors(collective);
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
