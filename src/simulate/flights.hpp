// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "net/request.hpp"
#include <cstdint>
#include <vector>

namespace hocket {

// A message, from the moment its first half is posted until its receiver goes on.
struct flight {
    request *send = nullptr, *recv = nullptr; // in flight; the send of an eager message is over when it is posted
    double sent_at = 0, received_at = 0;      // when the halves were posted, in the time of their ranks
    std::uint64_t count = 0;                  // bytes
    int from = 0, to = 0, context = 0;
    std::uint32_t next = 0;                   // in the book's lists
    float overhead = 0;                       // microseconds of processor time on either side
    bool has_sender : 1 = false, between_nodes : 1 = false, rendezvous : 1 = false, arrived : 1 = false;
    bool read : 1 = false;                    // where it lay; its receiver is through with it, and its sender waits
    bool works : 1 = false;                   // its receiver has more to do than to take it
    bool dealt : 1 = false;                   // a part of what its sender has written for all before it departs
    std::int32_t traced = -1;                 // index in the trace
    std::uint32_t parcel = 0;                 // what it carries, 0: nothing that exists
};

// All messages under way; halves that wait for the other half are found by (context, sender, receiver) in the order
// of posting. Indices stay valid until release; references only until the next take.
class flight_book {
public:
    static constexpr std::uint32_t none = 0xffffffff;
    flight_book() : buckets_(1024) {}

    flight& operator[](std::uint32_t i) { return flights_[i]; }
    std::uint32_t take();
    void release(std::uint32_t i);

    void file(std::uint32_t i);
    // Takes the oldest filed half of the channel out of the lists, if it is of the wanted side.
    std::uint32_t claim(int context, int from, int to, bool sender);
    void clear();

private:
    struct bucket {
        std::uint32_t head = none, tail = none;
    };
    bucket& bucket_of(int context, int from, int to);
    void grow();

    std::vector<flight> flights_;
    std::vector<bucket> buckets_; // a power of two of them
    std::uint32_t free_ = none;
    std::size_t filed_ = 0;
};

} // namespace hocket
