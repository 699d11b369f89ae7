// SPDX-License-Identifier: BSD-3-Clause
#include "fit/messages.hpp"
#include "fit/burst.hpp"
#include "fit/fresh.hpp"
#include "fit/half_trip.hpp"
#include "fit/stream.hpp"

namespace hocket::fit {
namespace {

// Powers of two, and quarters between them.
std::vector<std::size_t> sizes()
{
    std::vector<std::size_t> all{0};
    for (std::size_t n = 8; n <= largest; n *= 2) {
        for (auto quarter : {4, 5, 6, 7})
            if (quarter == 4 || (n < largest && n > 16)) all.push_back(n / 4 * std::size_t(quarter));
    }
    return all;
}

void add_streams(const place& where, const std::string& level, tasks& to)
{
    auto all = int(where.pairs(level).size());
    for (int pairs = 1; pairs <= all; pairs = pairs < all ? std::min(2 * pairs, all) : all + 1)
        for (bool both : {false, true})
            for (std::size_t n : {64 << 10, 256 << 10, 1 << 20})
                to.push_back(std::make_unique<stream>(where, level, n, pairs, both));
}

} // namespace

void add_messages(const place& where, tasks& to)
{
    auto levels = where.levels();
    for (auto& level : levels) {
        for (auto n : sizes()) to.push_back(std::make_unique<half_trip>(where, level, n));
        for (std::size_t n : {0, 64, 512, 2048, 8192, 32768}) to.push_back(std::make_unique<burst>(where, level, n));
        add_streams(where, level, to);
    }
    for (std::size_t n : {1 << 20, 4 << 20}) to.push_back(std::make_unique<fresh>(where, levels.back(), n));
}

} // namespace hocket::fit
