// SPDX-License-Identifier: BSD-3-Clause
// Mock-ups: what a collective does, done by other calls of the same library. None should be faster than the collective
// itself; where one is, the library has the means for a better one (Träff, Gropp, Thakur: self-consistent guidelines).
#pragma once
#include "bench/kept.hpp"
#include "bench/operands.hpp"
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace hocket::bench {

// What a mock-up has at hand for one call.
struct hands {
    operands of;
    MPI_Comm on;
    int root, rank, ranks;
    std::size_t size;     // bytes of an element
    unsigned char* spare; // for all blocks
    kept* by;             // what was made ready

    const unsigned char* from(std::size_t elements = 0) const
    {
        return static_cast<const unsigned char*>(of.from) + elements * size;
    }
    unsigned char* to(std::size_t elements = 0) const { return static_cast<unsigned char*>(of.to) + elements * size; }
    bool at_root() const { return rank == root; }
    std::size_t whole() const; // elements of all blocks
};

struct mock_up {
    enum place : signed char {
        anywhere,
        like_nodes,     // several, with as many ranks each
        nodes_in_order, // and each with ranks that follow one another
    };
    std::string collective, name;
    void (*run)(const hands&);
    bool divided = false; // only where each rank has as many elements of the whole as any other
    place where = anywhere; // nowhere else can it be
    std::function<void(const hands&)> prepare = nullptr; // makes what a call of this size needs; collective

    // No call makes a type, an operator, a communicator or a list: that would be part of its time.
    void make_ready(const hands& h) const;
};

const std::vector<mock_up>& block_mock_ups(); // of collectives that move blocks
const std::vector<mock_up>& reduction_mock_ups();
const std::vector<mock_up>& node_mock_ups(); // in nodes and between them
const std::vector<mock_up>& own_mock_ups();  // by an operator of a program
const std::vector<mock_up>& type_mock_ups(); // of derived types
std::vector<const mock_up*> mock_ups_of(std::string_view collective);

} // namespace hocket::bench
