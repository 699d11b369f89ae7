// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "fit/cast_way.hpp"
#include "fit/task.hpp"

namespace hocket::fit {

// A stream of multicast packets to all nodes: how fast its second half comes, when what hosts and switches had room for
// at first is full; how many packets get lost; and what one costs a processor.
class cast_stream : public task {
public:
    static constexpr std::uint32_t packets = 256, half = packets / 2;

    cast_stream(const place& where, cast_way& by)
        : task({{"kind", "cast_stream"},
                {"bytes", half * cast_way::packet},
                {"messages", half},
                {"peers", by.receivers()},
                {"sent", packets}},
               "cast_stream"),
          where_(where), by_(by)
    {
    }

    // lost: of all that were sent, by all who should have had them.
    std::vector<const char*> columns() const override { return {"us", "lost", "send_us", "read_us"}; }

    std::vector<double> visit(int calls) override
    {
        std::vector<double> us, send, read;
        double lost = 0;
        for (int i = 0; i < calls; ++i) {
            auto mine = by_.stream(packets);
            bool sends = where_.rank() == 0;
            double slowest[] = {mine.late_half_us, sends ? mine.packet_us : 0, sends ? 0 : mine.packet_us}, of_all[3];
            double come = sends ? 0 : mine.packets, all_come = 0;
            MPI_Reduce(slowest, of_all, 3, MPI_DOUBLE, MPI_MAX, 0, where_.comm());
            MPI_Reduce(&come, &all_come, 1, MPI_DOUBLE, MPI_SUM, 0, where_.comm());
            us.push_back(of_all[0]), send.push_back(of_all[1]), read.push_back(of_all[2]);
            lost += packets * by_.receivers() - all_come;
        }
        return {median(us), lost / calls, median(send), median(read)};
    }

private:
    const place& where_;
    cast_way& by_;
};

} // namespace hocket::fit
