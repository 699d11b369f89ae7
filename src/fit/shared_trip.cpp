// SPDX-License-Identifier: BSD-3-Clause
#include "fit/shared_trip.hpp"

namespace hocket::fit {
namespace {

// Around where one copy begins to be worth its call there are so many to an octave.
std::vector<std::size_t> sizes(std::size_t least, int steps)
{
    std::vector<std::size_t> all;
    for (std::size_t n = least; n <= 256 << 10; n *= 2)
        for (int i = 0; i < (n < 1 << 10 || n >= 64 << 10 ? 1 : steps); ++i)
            all.push_back(n + n / std::size_t(steps) * std::size_t(i));
    return all;
}

} // namespace

void add_shared(shared_pair& between, tasks& to)
{
    if (!between.works()) return;
    for (auto n : sizes(8, 4)) to.push_back(std::make_unique<shared_trip>(between, n, true));
    for (auto n : sizes(1024, 2)) to.push_back(std::make_unique<shared_trip>(between, n, false));
    for (auto n : sizes(1024, 4)) to.push_back(std::make_unique<shared_exchange>(between, n));
    for (std::size_t n : {8, 64, 512, 2048, 8192}) to.push_back(std::make_unique<shared_burst>(between, n));
}

} // namespace hocket::fit
