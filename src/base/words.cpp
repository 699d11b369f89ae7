// SPDX-License-Identifier: BSD-3-Clause
#include "base/words.hpp"
#include <algorithm>
#include <numeric>

namespace hocket {
namespace {

// Letters to insert, drop or replace.
std::size_t distance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), 0);
    for (std::size_t i = 1; i <= a.size(); ++i) {
        auto diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            auto above = row[j];
            row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1])});
            diagonal = above;
        }
    }
    return row[b.size()];
}

} // namespace

std::string nearest(std::string_view word, const std::vector<std::string>& valid)
{
    word = word.substr(0, 64);
    auto closer = [&](auto& a, auto& b) { return distance(word, a) < distance(word, b); };
    auto best = std::min_element(valid.begin(), valid.end(), closer);
    return best == valid.end() ? std::string() : *best;
}

std::string listed(const std::vector<std::string>& words)
{
    std::string text;
    for (auto& w : words) text += (text.empty() ? "" : ", ") + w;
    return text;
}

std::vector<std::string> split(std::string_view text, char at)
{
    std::vector<std::string> pieces;
    for (auto end = text.find(at); end != text.npos; end = text.find(at)) {
        pieces.emplace_back(text.substr(0, end));
        text.remove_prefix(end + 1);
    }
    pieces.emplace_back(text);
    return pieces;
}

std::uint64_t hash_of(std::string_view text)
{
    std::uint64_t h = 14695981039346656037u;
    for (unsigned char c : text) h = (h ^ c) * 1099511628211u;
    return h;
}

} // namespace hocket
