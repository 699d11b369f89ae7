// SPDX-License-Identifier: BSD-3-Clause
// Barrier: one line an algorithm.
#include "algorithms/barrier/dissemination.hpp"
#include "algorithms/barrier/exchange.hpp"
#include "algorithms/barrier/flat.hpp"
#include "algorithms/barrier/knomial.hpp"
#include "algorithms/barrier/multicast.hpp"
#include "algorithms/barrier/shm.hpp"
#include "algorithms/bcast/native.hpp"
#include "catalogue/make_row.hpp"

namespace hocket {
namespace {

template <class A, class... Members> row algorithm_row(const char* name, const Members&... members)
{
    return make_row<A, nothing>("barrier", name, members...);
}

} // namespace

std::vector<row> barrier_rows()
{
    using namespace barrier;
    return {
        make_row<bcast::native, bytes>("barrier", "native").from("the MPI library").costs("-", "-", "-"),
        algorithm_row<flat>("flat", integer("window", &flat::window, 1, 1024, {1, 8, 64}))
            .known_as({"linear", "1"})
            .costs("2(p-1)", "0", "2(p-1)")
            .from("folklore"),
        algorithm_row<knomial>("knomial", integer("k", &knomial::k, 2, 1024, {2, 4, 8}))
            .known_as({"tree=knomial:k=2", "6=knomial:k=2"})
            .costs("up to 2(k-1)ceil(log_k p)", "0", "2(p-1)")
            .from("folklore"),
        algorithm_row<barrier::multicast>("multicast", integer("k", &barrier::multicast::k, 2, 1024, {2, 4, 8}))
            .costs("up to 2(k-1)ceil(log_k p)", "0", "2(p-1), or p with multicast")
            .from("Hoefler, Siebert, Rehm 2007")
            .never_chosen(because::of_the_network),
        algorithm_row<exchange>("recursive-doubling")
            .known_as({"recursive_doubling", "3", "two_proc", "5"})
            .costs("log2 p, or floor(log2 p) + 2", "0", "p log2 p")
            .from("folklore"),
        algorithm_row<exchange>("exchange", integer("k", &exchange::k, 2, 1024, {3, 4, 8}))
            .known_as({"recexch"})
            .costs("up to (k-1)floor(log_k p) + 2(k-1)", "0", "the same times p")
            .from("MPICH"),
        algorithm_row<dissemination>("dissemination", integer("k", &dissemination::k, 2, 1024, {2, 4, 8}))
            .known_as({"k_dissemination", "bruck=dissemination:k=2", "4=dissemination:k=2"})
            .costs("up to (k-1)ceil(log_k p)", "0", "the same times p")
            .from("Hensgen, Finkel, Manber 1988"),
        algorithm_row<shm>("shm")
            .costs("1", "0", "p(p-1), or p through shared memory")
            .from("folklore")
            .never_chosen(because::of_shared_memory),
    };
}

} // namespace hocket
