// SPDX-License-Identifier: BSD-3-Clause
#include "world/block_counts.hpp"
#include "shapes/distributions.hpp"

namespace hocket {

const std::vector<std::string>& counts_names()
{
    static const auto names = [] {
        std::vector<std::string> all(distribution_names.begin(), distribution_names.end());
        all.push_back("disagree");
        return all;
    }();
    return names;
}

std::vector<std::size_t> counts_by_name(const std::string& name, int ranks, int root, std::size_t mean, unsigned seed)
{
    if (name.empty()) return std::vector<std::size_t>(std::size_t(ranks), mean);
    auto all = distributed(name == "disagree" ? "random" : name, ranks, name == "all-giant" ? 8 * mean : mean, seed);
    if (name == "zeros") all[std::size_t(root)] = 0;
    return all;
}

} // namespace hocket
