// SPDX-License-Identifier: BSD-3-Clause
#include "interpose/neighbor_topology.hpp"
#include "interpose/together.hpp"
#include "topology/grid_routes.hpp"
#include "topology/node_routes.hpp"
#include <cstring>

namespace hocket {

namespace {

constexpr std::size_t most_grids = 64;

class agreement_on_neighbors {
public:
    agreement_on_neighbors(MPI_Comm comm, int rank, const layout& where, const neighborhood& around)
        : comm_(comm), rank_(rank), where_(where), around_(around)
    {
    }

    std::unique_ptr<neighbor_topology> made()
    {
        auto topology = std::make_unique<neighbor_topology>();
        topology->around = around_;
        topology->routes.direct = direct_route(rank_, around_);
        look_around();
        if (somebody_is_alone_) return nullptr;
        if (!twice_) {
            find_grid(topology->routes);
            meet_mates(topology->routes);
        }
        compare_loads(*topology);
        return code_ == MPI_SUCCESS ? std::move(topology) : nullptr;
    }

private:
    void note(int code)
    {
        if (code_ == MPI_SUCCESS) code_ = code;
    }
    void greatest(std::vector<std::uint64_t>& words)
    {
        auto mine = words;
        if (!words.empty()) note(greatest_of_all(mine.data(), words.data(), int(words.size()), comm_));
    }

    // Who has most destinations, the lowest of equals. Programs may let a rank without neighbors pass any count, though
    // by it that rank would choose, and pass on what others send.
    void look_around()
    {
        auto degree = std::uint64_t(around_.destinations.size());
        std::vector<std::uint64_t> words{degree << 32 | (0xffffffffu - unsigned(rank_)), !names_nobody_twice(around_),
                                         around_.sources.empty() && around_.destinations.empty()};
        greatest(words);
        first_ = int(0xffffffffu - std::uint32_t(words[0]));
        twice_ = words[1] != 0;
        somebody_is_alone_ = words[2] != 0 || code_ != MPI_SUCCESS;
    }

    neighborhood of_first()
    {
        auto list = around_.destinations;
        list.insert(list.begin(), int(list.size()));
        list.insert(list.end(), around_.sources.begin(), around_.sources.end());
        int n = int(list.size());
        note(broadcast(&n, 1));
        list.resize(std::size_t(n));
        note(broadcast(list.data(), n));
        neighborhood found;
        auto middle = list.begin() + 1 + list[0];
        found.destinations.assign(list.begin() + 1, middle);
        found.sources.assign(middle, list.end());
        return found;
    }
    int broadcast(int* at, int n)
    {
        auto handle = MPI_REQUEST_NULL;
        return finished(mpi.Ibcast(at, n, MPI_INT, first_, comm_, &handle), handle);
    }

    void find_grid(neighbor_routes& into)
    {
        auto likely = likely_grids(where_.ranks(), first_, of_first());
        if (likely.size() > most_grids) likely.erase(likely.begin() + most_grids, likely.end());
        std::vector<std::uint64_t> misfits;
        for (auto& one : likely) misfits.push_back(!one.fits(rank_, around_));
        greatest(misfits);
        auto found = std::ranges::find(misfits, 0u) - misfits.begin();
        if (found == std::ptrdiff_t(misfits.size())) return;
        for (auto kind : {exchange_kind::blocks, exchange_kind::vector})
            into.combined[int(kind)] = combined_route(likely[std::size_t(found)], rank_, around_, kind);
    }

    // The neighbors of all ranks of this node.
    void meet_mates(neighbor_routes& into)
    {
        if (where_.nodes() == 1 || where_.largest() == 1) return;
        MPI_Comm node = MPI_COMM_NULL;
        note(mpi.Comm_split(comm_, where_.node_of(rank_), rank_, &node));
        if (node == MPI_COMM_NULL) return;
        auto destinations = lists_of(node, around_.destinations), sources = lists_of(node, around_.sources);
        std::vector<neighborhood> mates(destinations.size());
        for (std::size_t i = 0; i < mates.size(); ++i)
            mates[i].destinations = std::move(destinations[i]), mates[i].sources = std::move(sources[i]);
        auto speakers = meet_speakers(node, mates);
        note(mpi.Comm_free(&node));
        if (code_ != MPI_SUCCESS) return;
        for (auto kind : {exchange_kind::blocks, exchange_kind::vector})
            into.by_node[int(kind)] = node_route(where_, rank_, mates, speakers, kind);
    }
    // Every link carries who stands for the node where it begins.
    node_speakers meet_speakers(MPI_Comm node, const std::vector<neighborhood>& mates)
    {
        int me = where_.node_of(rank_);
        node_speakers all{speakers_of(where_, me, mates), {}};
        for (auto& [other, speaker] : all.here) all.there[other] = speaker_untold(where_, other, me);
        auto here = [&](int rank) { return rank < 0 ? all.here.end() : all.here.find(where_.node_of(rank)); };
        std::vector<int> told, heard(around_.sources.size() + 1, 0); // no list is without an address
        for (int to : around_.destinations) told.push_back(here(to) == all.here.end() ? 0 : here(to)->second);
        told.push_back(0);
        auto handle = MPI_REQUEST_NULL;
        int code = mpi.Ineighbor_alltoall(told.data(), 1, MPI_INT, heard.data(), 1, MPI_INT, comm_, &handle);
        note(finished(code, handle));
        heard.pop_back();
        auto by_mate = lists_of(node, heard);
        if (code_ != MPI_SUCCESS) return all;
        for (std::size_t i = 0; i < mates.size(); ++i)
            for (std::size_t k = 0; k < mates[i].sources.size(); ++k)
                if (auto at = here(mates[i].sources[k]); at != all.here.end()) all.there[at->first] = by_mate[i][k];
        return all;
    }
    std::vector<std::vector<int>> lists_of(MPI_Comm node, const std::vector<int>& mine)
    {
        int n = int(mine.size()), size = 0;
        mpi.Comm_size(node, &size);
        std::vector<int> counts(static_cast<std::size_t>(size)), offsets(1, 0);
        note(mpi.Allgather(&n, 1, MPI_INT, counts.data(), 1, MPI_INT, node));
        for (int count : counts) offsets.push_back(offsets.back() + count);
        std::vector<int> all(std::size_t(offsets.back()) + 1);
        note(mpi.Allgatherv(mine.data(), n, MPI_INT, all.data(), counts.data(), offsets.data(), MPI_INT, node));
        std::vector<std::vector<int>> lists;
        for (std::size_t i = 0; i < counts.size(); ++i)
            lists.emplace_back(all.begin() + offsets[i], all.begin() + offsets[i] + counts[i]);
        return lists;
    }

    // As words whose order is that of the numbers: none is negative. A failure anywhere is one everywhere.
    void compare_loads(neighbor_topology& of)
    {
        of.load = load_of(of.routes, rank_, where_);
        std::vector<std::uint64_t> words(sizeof of.load / sizeof(std::uint64_t));
        static_assert(sizeof(neighbor_load) % sizeof(std::uint64_t) == 0);
        std::memcpy(words.data(), static_cast<const void*>(&of.load), sizeof of.load);
        words.push_back(code_ != MPI_SUCCESS);
        greatest(words);
        if (words.back()) note(MPI_ERR_OTHER);
        std::memcpy(static_cast<void*>(&of.load), words.data(), sizeof of.load);
    }

    MPI_Comm comm_;
    int rank_;
    const layout& where_;
    const neighborhood& around_;
    int code_ = MPI_SUCCESS, first_ = 0;
    bool twice_ = false, somebody_is_alone_ = false;
};

} // namespace

std::unique_ptr<neighbor_topology> prepare_topology(MPI_Comm comm, int rank, const layout& where, neighborhood around)
{
    return agreement_on_neighbors(comm, rank, where, around).made();
}

} // namespace hocket
