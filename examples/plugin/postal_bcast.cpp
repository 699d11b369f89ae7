// SPDX-License-Identifier: BSD-3-Clause
#include <hocket/algorithm.hpp>

// Broadcast in the postal model: a rank can send again after one unit of time, and a message is under way for lambda
// of them. Whoever sends early gets the larger part of the ranks to look after, by generalised Fibonacci numbers:
// f(t) = f(t-1) + f(t-lambda) ranks can know by time t. lambda=1 is the binomial tree.
// Bar-Noy, Kipnis: Designing Broadcasting Algorithms in the Postal Model for Message-Passing Systems, SPAA 1992.
struct postal {
    int lambda = 2;

    static hocket::task run(postal with, hocket::net on, hocket::bytes data)
    {
        int first = 0, n = on.size(), from = -1; // those that `first` looks after, and who tells it
        while (first != on.rank()) {
            int kept = with.kept(n);
            if (on.rank() < first + kept) n = kept;
            else from = first, first += kept, n -= kept;
        }
        if (from >= 0) co_await on.recv(from, data);
        for (; n > 1; n = with.kept(n)) co_await on.send(first + with.kept(n), data);
    }
    static hocket::cost declared(postal with, const hocket::problem& of)
    {
        double message = of.message(of.bytes), gap = of.several(2, of.bytes) - message;
        double all = with.finish(of.ranks, message, gap);
        return {all, all, of.ranks - 1.0};
    }

private:
    // Of n ranks a sender keeps f(t-1), where t is the first time with f(t) >= n.
    int kept(int n) const
    {
        int recent[64], now = 1, before = 1; // f of the last lambda times, of this one and the one before
        std::fill_n(recent, lambda, 1);
        for (int t = 0; now < n; ++t) {
            before = std::exchange(now, now + recent[t % lambda]);
            recent[t % lambda] = now;
        }
        return before;
    }
    double finish(int n, double message, double gap) const
    {
        if (n == 1) return 0;
        int mine = kept(n);
        return std::max(gap + finish(mine, message, gap), message + finish(n - mine, message, gap));
    }
};

HOCKET_ALGORITHMS(hocket::make_row<postal, hocket::bytes>("bcast", "postal",
                                                          hocket::integer("lambda", &postal::lambda, 1, 64, {1, 2, 4}))
                      .costs("T(p) = 1 + max(T(kept), T(p-kept))", "T(p) n", "p-1")
                      .from("Bar-Noy, Kipnis 1992"))
