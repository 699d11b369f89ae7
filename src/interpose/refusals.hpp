// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "interpose/collective.hpp"
#include <array>
#include <atomic>
#include <mutex>

namespace hocket {

// Does the library underneath refuse a call at once? That depends on the library and its settings. So it is asked when
// such a call is first seen.
class refusals {
public:
    // Whose two buffers are one where MPI_IN_PLACE should stand; it matters whether there are no, one or more elements.
    bool of_equal_buffers(collective which, std::size_t n);
    // An alltoall in which a rank sends itself other than as much as it expects.
    bool of_unequal_ends(collective which);

private:
    enum { most_elements = 2, ends, kinds }; // up to the most: a number of elements, then what else is asked
    enum class answer : char { none, no, yes };
    template <class Call> bool known(std::atomic<answer>& is, Call call, int otherwise);

    std::mutex lock_;
    std::array<std::array<std::atomic<answer>, kinds>, all_collectives.size()> answers_{};
};

} // namespace hocket
