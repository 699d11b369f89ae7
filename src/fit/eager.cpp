// SPDX-License-Identifier: BSD-3-Clause
// A message is eager if its send ends while its receiver does nothing. That is asked directly: the jump of the times
// at the limit may be less than what disturbs them.
#include "fit/messages.hpp"
#include "fit/room.hpp"

namespace hocket::fit {
namespace {

constexpr double asleep_us = 40'000, asks_for_us = 10'000;
constexpr int most_tries = 3;

class eager_question {
public:
    eager_question(const place& where, pair between) : where_(where), between_(between) {}

    // Whoever is held up by the system says no, so one yes of the tries is enough; but who is held up
    // for as long as the receiver sleeps would say yes, so it looks at the clock.
    bool ends(std::size_t bytes)
    {
        int yes = false;
        for (int i = 0; i < most_tries && !yes; ++i) {
            yes = once(bytes);
            MPI_Bcast(&yes, 1, MPI_INT, between_.first, where_.comm());
        }
        return yes;
    }

private:
    bool once(std::size_t bytes)
    {
        auto [a, b] = between_;
        if (where_.rank() == b) answer(bytes);
        return where_.rank() == a && ask(bytes);
    }
    bool ask(std::size_t bytes)
    {
        auto peer = between_.second;
        double called = now_us();
        MPI_Send(nullptr, 0, MPI_BYTE, peer, 1, where_.comm());
        MPI_Recv(nullptr, 0, MPI_BYTE, peer, 1, where_.comm(), MPI_STATUS_IGNORE);
        MPI_Request sent;
        int ended = 0;
        MPI_Isend(outgoing(), int(bytes), MPI_BYTE, peer, 0, where_.comm(), &sent);
        while (!ended && now_us() - called < asks_for_us) MPI_Test(&sent, &ended, MPI_STATUS_IGNORE);
        bool in_time = ended && now_us() - called < asleep_us / 2;
        if (!ended) MPI_Wait(&sent, MPI_STATUS_IGNORE);
        return in_time;
    }
    void answer(std::size_t bytes)
    {
        auto peer = between_.first;
        MPI_Recv(nullptr, 0, MPI_BYTE, peer, 1, where_.comm(), MPI_STATUS_IGNORE);
        MPI_Send(nullptr, 0, MPI_BYTE, peer, 1, where_.comm());
        for (double since = now_us(); now_us() - since < asleep_us;) continue;
        MPI_Recv(incoming(), int(bytes), MPI_BYTE, peer, 0, where_.comm(), MPI_STATUS_IGNORE);
    }

    const place& where_;
    pair between_;
};

} // namespace

std::size_t eager_limit(const place& where, pair between)
{
    eager_question question(where, between);
    std::size_t low = 0, high = largest + 1; // low is eager, high is not
    if (question.ends(largest)) return largest;
    while (high - low > 1) {
        auto middle = low + (high - low) / 2;
        (question.ends(middle) ? low : high) = middle;
    }
    return low;
}

} // namespace hocket::fit
