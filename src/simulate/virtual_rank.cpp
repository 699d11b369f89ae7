// SPDX-License-Identifier: BSD-3-Clause
#include "simulate/simulator.hpp"
#include <fmt/format.h>

namespace hocket {

bool virtual_rank::post(request& r)
{
    return in_.post(*this, r);
}

bytes virtual_rank::scratch(std::size_t n)
{
    bool fresh = n >= in_.with_.fresh_scratch_from;
    auto& used = fresh ? new_scratch_ : scratch_;
    auto at = std::exchange(used, used + (n + 63) / 64 * 64);
    return {(fresh ? in_.new_scratch_space_ : in_.scratch_space_) + at, n};
}

bytes virtual_rank::ledger(std::size_t n)
{
    return in_.ledgers_.take(n);
}

bool virtual_rank::tells_all(std::size_t n, bool node) const
{
    auto& by = in_.by_;
    return by.shares && double(n) <= by.sharing.tell_limit && (node || in_.where_.nodes() == 1);
}

bool virtual_rank::takes_pieces(int rank, std::size_t n) const
{
    auto& by = in_.by_;
    return by.shares && in_.where_.node_of(rank) == node_ && double(n) <= by.sharing.single_copy_from;
}

void virtual_rank::disagree(const disagreement_of& which)
{
    in_.trouble_ =
        fmt::format("rank {} has {} bytes where the root expects {}", which.rank, which.announced, which.expected);
}

} // namespace hocket
