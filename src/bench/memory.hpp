// SPDX-License-Identifier: BSD-3-Clause
// Where the data of a collective lie: in one place, or, from call to call, in others, until caches have forgotten the
// first one when its turn comes again.
#pragma once
#include "bench/options.hpp"

namespace hocket::bench {

// Which of their places all memories of an exercise are in.
class rotation {
public:
    // Collective over all ranks: those of a node share its caches.
    explicit rotation(const options& o);

    void next() { ++turn_; }
    std::size_t turn() const { return turn_; }
    std::size_t reach() const { return reach_; } // bytes that each memory goes through; 0: it stays where it is

private:
    std::size_t turn_ = 0, reach_ = 0;
};

class memory {
public:
    explicit memory(const rotation& by) : by_(by) {}

    // For so many bytes in each place.
    void make_room(std::size_t n);
    unsigned char* data() { return all_.data() + at(); }
    const unsigned char* data() const { return all_.data() + at(); }
    unsigned char& operator[](std::size_t i) { return data()[i]; }
    unsigned char operator[](std::size_t i) const { return data()[i]; }

private:
    // Neighbors in memory are not neighbors in time: no hardware may fetch the next place ahead.
    std::size_t at() const { return (by_.turn() * leap & (places_ - 1)) * apart_; }

    static constexpr std::size_t leap = 40503, line = 64;
    const rotation& by_;
    std::size_t places_ = 1, apart_ = 0; // a power of two, bytes
    std::vector<unsigned char> all_;
};

// Bytes of the largest cache of this machine, as it says.
std::size_t last_level_cache();

} // namespace hocket::bench
