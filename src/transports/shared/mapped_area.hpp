// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "base/copy.hpp"
#include "net/request.hpp"
#include "transports/shared/area.hpp"
#include "transports/shared/long_writes.hpp"
#include <atomic>
#include <sys/mman.h>

namespace hocket {

// The areas of all ranks of a node in one piece of memory that they share, as one of them sees it. What is written
// before a release is seen by whoever acquires what was released.
class mapped_area {
public:
    // MADV_POPULATE_READ and _WRITE, of Linux 5.14.
    static constexpr int populate_to_read = 22, populate_to_write = 23;

    mapped_area(std::byte* base, const area_shape& shape, int me, const long_writes& by = long_writes())
        : base_(base), stride_(shape.size()), me_(me), long_writes_(by)
    {
    }

    std::uint64_t acquire(int owner, std::size_t at) const { return word(owner, at).load(std::memory_order_acquire); }
    void release(std::size_t at, std::uint64_t value) { word(me_, at).store(value, std::memory_order_release); }
    void write(std::size_t at, const void* from, std::size_t n)
    {
        if (n < long_writes::least) copy_bytes(place(me_, at), from, n);
        else long_writes_.write(place(me_, at), from, n);
    }
    // Does it write what is long past the caches, for its readers are far away?
    bool streams() const { return long_writes_.streams(); }
    // Adds to a word that several ranks add to; what it was before.
    std::uint64_t take(int owner, std::size_t at, std::uint64_t n)
    {
        return word(owner, at).fetch_add(n, std::memory_order_acq_rel);
    }
    // This rank is about to use all of that: to write it, or to read it where another one does. A kernel that cannot
    // bring its pages at once leaves them to come one by one; `at` begins one.
    void bring_pages(int owner, std::size_t at, std::size_t n)
    {
        madvise(place(owner, at), n, owner == me_ ? populate_to_write : populate_to_read);
    }
    const std::byte* look(int owner, std::size_t at, std::size_t) const { return place(owner, at); }

private:
    std::byte* place(int owner, std::size_t at) const { return base_ + std::size_t(owner) * stride_ + at; }
    std::atomic_ref<std::uint64_t> word(int owner, std::size_t at) const
    {
        return std::atomic_ref(*reinterpret_cast<std::uint64_t*>(place(owner, at)));
    }

    std::byte* base_;
    std::size_t stride_;
    int me_;
    long_writes long_writes_;
};

} // namespace hocket
