// SPDX-License-Identifier: BSD-3-Clause
#include "bench/neighbor_exercise.hpp"
#include "shapes/graphs.hpp"
#include <map>

namespace hocket::bench {

neighbor_exercise::neighbor_exercise(const options& o)
    : exercise(o), gathers_(o.collective.find("gather") != o.collective.npos),
      mine_(graph_by_name(o.graph, ranks_, o.graph_seed)[std::size_t(rank_)])
{
    out_.others = mine_.destinations, in_.others = mine_.sources;
    std::map<int, int> sent, awaited;
    for (int to : out_.others) out_.which.push_back(sent[to]++);
    in_.which.assign(in_.others.size(), 0);
    for (int k = 0; k < int(in_.others.size()); ++k) {
        auto place = std::size_t(mine_.awaited(k));
        in_.which[place] = awaited[in_.others[place]]++;
    }
    types_.assign(std::size_t(mine_.degree()), MPI_BYTE);
}

void neighbor_exercise::lay_out(end& e, std::size_t n, bool out)
{
    auto sizes = o_.blocks(ranks_, n);
    e.counts.clear(), e.starts.assign(1, 0), e.at.assign(1, 0);
    for (int other : e.others) {
        auto from = std::size_t(out ? rank_ : other), to = std::size_t(out ? other : rank_);
        auto size = other < 0 ? 0 : gathers_ ? sizes[from] : sizes[from * std::size_t(ranks_) + to];
        // Where blocks are alike, one beyond a border has its place too.
        e.counts.push_back(int(o_.irregular() ? size : n));
        e.starts.push_back(e.starts.back() + e.counts.back());
        e.at.push_back(e.starts.back());
    }
    e.all.make_room(std::max(n, std::size_t(e.starts.back())));
}

void neighbor_exercise::resize(std::size_t n)
{
    lay_out(out_, n, true);
    lay_out(in_, n, false);
    if (!gathers_) return;
    // One block for all.
    auto own = o_.irregular() ? o_.blocks(ranks_, n)[std::size_t(rank_)] : n;
    out_.counts.assign(1, int(own));
    out_.all.make_room(own);
}

void neighbor_exercise::call(form& by, MPI_Comm on)
{
    if (!gathers_) return exchange(by, on);
    auto *from = out_.all.data(), *to = in_.all.data();
    if (o_.irregular())
        by(MPI_Neighbor_allgatherv, MPI_Ineighbor_allgatherv, MPI_Neighbor_allgatherv_init, on, from, out_.counts[0],
           MPI_BYTE, to, in_.counts.data(), in_.starts.data(), MPI_BYTE);
    else
        by(MPI_Neighbor_allgather, MPI_Ineighbor_allgather, MPI_Neighbor_allgather_init, on, from, out_.counts[0],
           MPI_BYTE, to, out_.counts[0], MPI_BYTE);
}

void neighbor_exercise::exchange(form& by, MPI_Comm on)
{
    auto *from = out_.all.data(), *to = in_.all.data();
    auto *out = out_.counts.data(), *in = in_.counts.data();
    int n = block();
    if (o_.collective == "neighbor_alltoall")
        by(MPI_Neighbor_alltoall, MPI_Ineighbor_alltoall, MPI_Neighbor_alltoall_init, on, from, n, MPI_BYTE, to, n,
           MPI_BYTE);
    else if (o_.collective == "neighbor_alltoallv")
        by(MPI_Neighbor_alltoallv, MPI_Ineighbor_alltoallv, MPI_Neighbor_alltoallv_init, on, from, out,
           out_.starts.data(), MPI_BYTE, to, in, in_.starts.data(), MPI_BYTE);
    else
        by(MPI_Neighbor_alltoallw, MPI_Ineighbor_alltoallw, MPI_Neighbor_alltoallw_init, on, from, out, out_.at.data(),
           types_.data(), to, in, in_.at.data(), types_.data());
}

int neighbor_exercise::block() const
{
    return !out_.counts.empty() ? out_.counts[0] : !in_.counts.empty() ? in_.counts[0] : 0;
}

operands neighbor_exercise::seen()
{
    auto of = [](const end& e) { return traffic{e.counts.data(), e.starts.data(), e.others, e.which}; };
    operands all{out_.all.data(), in_.all.data()};
    all.out = of(out_), all.in = of(in_);
    all.count = block();
    if (gathers_) all.out.counts = all.out.starts = nullptr; // the same for all
    return all;
}

void neighbor_exercise::fill()
{
    auto write = [&](end& e, std::size_t k, bool out) {
        int other = gathers_ && out ? rank_ : e.others[k];
        for (int i = 0; i < e.counts[k]; ++i) {
            auto byte = is(out ? rank_ : other, out ? other : rank_, e.which.empty() ? 0 : e.which[k], std::size_t(i));
            e.all[std::size_t(e.starts[k] + i)] = out ? byte : static_cast<unsigned char>(~byte);
        }
    };
    for (std::size_t k = 0; k < out_.counts.size(); ++k) write(out_, k, true);
    for (std::size_t k = 0; k < in_.counts.size(); ++k) write(in_, k, false);
}

bool neighbor_exercise::right()
{
    bool every = true;
    for (std::size_t k = 0; k < in_.counts.size(); ++k)
        for (int i = 0; in_.others[k] >= 0 && i < in_.counts[k]; ++i)
            every &= in_.all[std::size_t(in_.starts[k] + i)] == is(in_.others[k], rank_, in_.which[k], std::size_t(i));
    return every;
}

} // namespace hocket::bench
