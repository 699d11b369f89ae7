// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "fit/cast_way.hpp"
#include "fit/task.hpp"

namespace hocket::fit {

// A stream of multicast packets to all nodes: how fast its second half goes and comes, when what there is room for in
// hosts and switches is full; how many packets get lost; and what one costs a processor.
class cast_stream : public task {
public:
    cast_stream(const place& where, cast_way& by)
        : task({{"kind", "cast_stream"},
                {"bytes", by.window() / 2 * cast_way::packet},
                {"peers", by.receivers()},
                {"sent", by.window()}},
               "cast_stream"),
          where_(where), by_(by)
    {
    }

    // us: of whoever was slowest, the sender or one who received: who was held up before the second half finds packets
    // waiting. lost: of all that were sent, by all who should have had them. 0 is nothing that was measured.
    std::vector<const char*> columns() const override { return {"us", "lost", "send_us", "read_us"}; }

    std::vector<double> visit(int calls) override
    {
        std::vector<double> us, send, read;
        double lost = 0;
        auto keep = [](std::vector<double>& in, double one) {
            if (one > 0) in.push_back(one);
        };
        for (int i = 0; i < calls; ++i) {
            auto mine = by_.stream(by_.window());
            bool sends = where_.rank() == 0;
            double slowest[] = {mine.late_half_us, sends ? mine.packet_us : 0, sends ? 0 : mine.packet_us};
            double of_all[3] = {}, come = sends ? 0 : mine.packets, all_come = 0;
            MPI_Reduce(slowest, of_all, 3, MPI_DOUBLE, MPI_MAX, 0, where_.comm());
            MPI_Reduce(&come, &all_come, 1, MPI_DOUBLE, MPI_SUM, 0, where_.comm());
            keep(us, of_all[0]), keep(send, of_all[1]), keep(read, of_all[2]);
            lost += by_.window() * by_.receivers() - all_come;
        }
        return {median(us), lost / calls, median(send), median(read)};
    }

private:
    const place& where_;
    cast_way& by_;
};

} // namespace hocket::fit
