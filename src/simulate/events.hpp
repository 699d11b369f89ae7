// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

namespace hocket {

// What happens to which message, and when. Among events of one moment the first scheduled comes first.
struct event {
    enum kind : std::uint32_t { depart, arrive, finish, cast }; // cast: of one leg of a message to all nodes
    double at; // microseconds
    std::uint32_t sequence, what;

    std::uint32_t flight() const { return what >> 2; }
    kind does() const { return kind(what & 3); }
    bool before(const event& other) const
    {
        return at != other.at ? at < other.at : std::int32_t(sequence - other.sequence) < 0;
    }
};

// A heap of four children a node: half the depth of a binary one, and the children share a cache line.
class event_queue {
public:
    bool empty() const { return heap_.empty(); }
    const event& top() const { return heap_.front(); }
    void push(double at, event::kind does, std::uint32_t flight)
    {
        event e{at, sequence_++, flight << 2 | does};
        std::size_t hole = heap_.size();
        heap_.push_back(e);
        for (std::size_t up; hole > 0 && e.before(heap_[up = (hole - 1) / 4]); hole = up) heap_[hole] = heap_[up];
        heap_[hole] = e;
    }
    event pop()
    {
        auto first = heap_.front(), last = heap_.back();
        heap_.pop_back();
        std::size_t hole = 0, n = heap_.size();
        for (std::size_t child; (child = 4 * hole + 1) < n; hole = child) {
            child = least(child, std::min(child + 4, n));
            if (!heap_[child].before(last)) break;
            heap_[hole] = heap_[child];
        }
        if (n > 0) heap_[hole] = last;
        return first;
    }
    void clear()
    {
        heap_.clear();
        sequence_ = 0;
    }

private:
    std::size_t least(std::size_t first, std::size_t end) const
    {
        auto best = first;
        for (auto i = first + 1; i < end; ++i)
            if (heap_[i].before(heap_[best])) best = i;
        return best;
    }
    std::vector<event> heap_;
    std::uint32_t sequence_ = 0;
};

} // namespace hocket
