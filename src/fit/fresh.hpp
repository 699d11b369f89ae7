// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "fit/messages.hpp"
#include "fit/room.hpp"

namespace hocket::fit {

// A message into memory that was never used, beside one into memory that was.
class fresh : public task {
public:
    fresh(const place& where, std::string level, std::size_t bytes)
        : task({{"kind", "fresh"}, {"level", level}, {"bytes", bytes}}, "fresh " + level), where_(where),
          between_(where.pairs(level)[0]), bytes_(bytes)
    {
    }

    std::vector<const char*> columns() const override { return {"us", "used_us"}; }

    std::vector<double> visit(int calls) override
    {
        std::vector<double> first, again;
        for (int i = 0; i < calls; ++i) {
            room untouched(bytes_, false);
            first.push_back(move(untouched.data()));
            again.push_back(move(incoming()));
        }
        return {median(first), median(again)};
    }

private:
    double move(std::byte* into)
    {
        auto [a, b] = between_;
        double begin = 0;
        if (where_.rank() == a) {
            word_from(b);
            begin = now_us();
            MPI_Send(outgoing(), int(bytes_), MPI_BYTE, b, 0, where_.comm());
            word_from(b);
        } else if (where_.rank() == b) {
            MPI_Request wanted;
            MPI_Irecv(into, int(bytes_), MPI_BYTE, a, 0, where_.comm(), &wanted);
            word_to(a);
            MPI_Wait(&wanted, MPI_STATUS_IGNORE);
            word_to(a);
        }
        return now_us() - begin;
    }
    void word_to(int peer) { MPI_Send(nullptr, 0, MPI_BYTE, peer, 1, where_.comm()); }
    void word_from(int peer) { MPI_Recv(nullptr, 0, MPI_BYTE, peer, 1, where_.comm(), MPI_STATUS_IGNORE); }

    const place& where_;
    pair between_;
    std::size_t bytes_;
};

} // namespace hocket::fit
