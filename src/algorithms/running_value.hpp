// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/algorithm.hpp"

namespace hocket {

// The value that a reduction has reached on a rank: its operand until something is combined with it, afterwards what
// lies in `into`, memory of the same length.
struct running_value {
    cbytes now;
    bytes into;

    bool moved() const { return now.data() == into.data(); }
    void arrived() { now = into; }
};

// A value where it belongs, even if nothing was combined with it.
inline op settle_value(net on, running_value value)
{
    return on.copy(value.into, value.now, !value.moved() && !value.into.empty());
}

// The same for a vector that is reduced part by part, in any order.
class running_parts {
public:
    running_parts(net on, cbytes mine, bytes into, int parts) : mine_(mine), into_(into), moved_(on.ledger<bool>(parts))
    {
        std::ranges::fill(moved_, false);
    }
    cbytes now(int part, std::size_t from, std::size_t n) const
    {
        return moved_[std::size_t(part)] ? cbytes(into_.subspan(from, n)) : mine_.subspan(from, n);
    }
    // Receives and combines; operators commute.
    request taking(net on, int peer, int part, std::size_t from, std::size_t n, const reduction& how)
    {
        auto r = on.receiving_reduce(peer, into_.subspan(from, n), now(part, from, n), how, peer > on.rank());
        moved_[std::size_t(part)] = true;
        return r;
    }

private:
    cbytes mine_;
    bytes into_;
    std::span<bool> moved_;
};

// A vector cut into segments of whole elements; 0 stands for the whole vector.
inline segments segments_of(std::size_t total, std::size_t element, std::size_t segment)
{
    return {total / element, segment == 0 ? 0 : std::max<std::size_t>(1, segment / element)};
}

} // namespace hocket
