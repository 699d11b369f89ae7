// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "fit/messages.hpp"
#include "fit/room.hpp"

namespace hocket::fit {

// A message there and one back: the second starts when the first has arrived, so half of it is one message.
class half_trip : public task {
public:
    half_trip(const place& where, std::string level, std::size_t bytes)
        : task({{"kind", "half_trip"}, {"level", level}, {"bytes", bytes}}, "half_trip " + level), where_(where),
          between_(where.pairs(level)[0]), bytes_(bytes)
    {
    }

    std::vector<double> visit(int calls) override
    {
        auto [a, b] = between_;
        std::vector<double> took;
        for (int i = 0; i < calls; ++i) {
            double begin = now_us();
            if (where_.rank() == a) send(b), receive(b);
            if (where_.rank() == b) receive(a), send(a);
            took.push_back((now_us() - begin) / 2);
        }
        return {median(took)};
    }

private:
    void send(int to) { MPI_Send(outgoing(), int(bytes_), MPI_BYTE, to, 0, where_.comm()); }
    void receive(int from) { MPI_Recv(incoming(), int(bytes_), MPI_BYTE, from, 0, where_.comm(), MPI_STATUS_IGNORE); }

    const place& where_;
    pair between_;
    std::size_t bytes_;
};

} // namespace hocket::fit
