// SPDX-License-Identifier: BSD-3-Clause
// One collective with its data: what is called, and how it is seen that the right bytes have moved.
#pragma once
#include "bench/form.hpp"
#include "bench/memory.hpp"
#include "bench/operands.hpp"
#include "bench/variant.hpp"
#include <memory>

namespace hocket::bench {

class exercise {
public:
    explicit exercise(const options& o);
    virtual ~exercise() = default;
    exercise(const exercise&) = delete;
    exercise& operator=(const exercise&) = delete;

    void sit(int rank) { rank_ = rank; } // the number of this process, from the next size on
    // Settles the size of all calls from here on: the whole vector, or one block where there is one for each rank, or
    // the mean block where these differ.
    virtual void resize(std::size_t n) = 0;
    // Which variant the calls from here on are of, until the next size.
    virtual void take(const variant&) {}
    virtual void call(form& by, MPI_Comm on) = 0;
    // Known bytes where the call reads, others where it writes.
    virtual void fill() = 0;
    virtual bool right() = 0; // this rank has what it should have after fill() and call()
    virtual operands seen() { return {}; }
    void turn() { places_.next(); } // to the next place in memory, where there are several

protected:
    const options& o_;
    int rank_ = 0, ranks_ = 0;
    rotation places_;
};

// The collective is one of measured_collectives().
std::unique_ptr<exercise> make_exercise(const options& o);

// What byte i of the data of `rank` is.
inline unsigned char expected(int rank, std::size_t i)
{
    return static_cast<unsigned char>((i + std::size_t(rank) * 40503u) * 2654435761u >> 13);
}

} // namespace hocket::bench
