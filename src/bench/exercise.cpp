// SPDX-License-Identifier: BSD-3-Clause
#include "bench/bcast_exercise.hpp"
#include "bench/rooted_exercise.hpp"

namespace hocket::bench {

std::unique_ptr<exercise> make_exercise(const options& o)
{
    if (o.collective == "bcast") return std::make_unique<bcast_exercise>(o);
    return std::make_unique<rooted_exercise>(o);
}

} // namespace hocket::bench
