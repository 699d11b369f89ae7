// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace hocket {

// Messages go to rank r+1 and come from r-1, p-1 steps t = 0, 1, ...; what arrives in one step leaves in the next.
struct ring {
    int r, p;

    ring(int rank, int ranks) : r(rank), p(ranks) {}

    int next() const { return r + 1 == p ? 0 : r + 1; }
    int prev() const { return r == 0 ? p - 1 : r - 1; }
    int steps() const { return p - 1; }

protected:
    int back(int by) const { return r >= by ? r - by : r - by + p; } // 0 <= by <= p
};

// Starts with block r, ends with all.
struct ring_allgather : ring {
    using ring::ring;
    int sent(int t) const { return back(t); }
    int received(int t) const { return back(t + 1); }
};

// Partial results travel and are added to on the way; ends with the whole result of block r.
struct ring_reduce_scatter : ring {
    using ring::ring;
    int sent(int t) const { return back(t + 1); }
    int received(int t) const { return back(t + 2); }
};

} // namespace hocket
