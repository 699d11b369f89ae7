// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "fit/messages.hpp"
#include "fit/room.hpp"

namespace hocket::fit {

// Some pairs at once, each with several messages under way: what they reach together.
class stream : public task {
public:
    static constexpr int messages = 8;

    stream(const place& where, std::string level, std::size_t bytes, int pairs, bool both_ways)
        : task({{"kind", "stream"},
                {"level", level},
                {"bytes", bytes},
                {"messages", messages},
                {"pairs", pairs},
                {"both_ways", both_ways}},
               "stream " + level + std::to_string(pairs) + (both_ways ? " both ways" : "")),
          where_(where), bytes_(bytes)
    {
        auto all = where.pairs(level);
        for (int i = 0; i < pairs; ++i) {
            auto [a, b] = all[std::size_t(i)];
            if (a == where.rank()) peer_ = b, sends_ = true, receives_ = both_ways;
            if (b == where.rank()) peer_ = a, sends_ = both_ways, receives_ = true;
        }
    }

    // Of the slowest pair.
    std::vector<double> visit(int calls) override
    {
        MPI_Barrier(where_.comm());
        std::vector<double> times;
        for (int i = 0; i < calls && peer_ >= 0; ++i) {
            double begin = now_us();
            exchange();
            times.push_back(now_us() - begin);
        }
        double took = median(times), slowest = 0;
        MPI_Reduce(&took, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, where_.comm());
        return {slowest};
    }

private:
    void exchange()
    {
        std::vector<MPI_Request> all;
        for (std::size_t m = 0; m < messages; ++m) {
            auto at = m * bytes_;
            if (receives_)
                MPI_Irecv(incoming() + at, int(bytes_), MPI_BYTE, peer_, 0, where_.comm(), &all.emplace_back());
            if (sends_) MPI_Isend(outgoing() + at, int(bytes_), MPI_BYTE, peer_, 0, where_.comm(), &all.emplace_back());
        }
        MPI_Waitall(int(all.size()), all.data(), MPI_STATUSES_IGNORE);
        if (sends_ && receives_) return;
        if (receives_) MPI_Send(nullptr, 0, MPI_BYTE, peer_, 1, where_.comm());
        else MPI_Recv(nullptr, 0, MPI_BYTE, peer_, 1, where_.comm(), MPI_STATUS_IGNORE);
    }

    const place& where_;
    int peer_ = -1;
    bool sends_ = false, receives_ = false;
    std::size_t bytes_;
};

} // namespace hocket::fit
