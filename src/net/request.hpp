// SPDX-License-Identifier: BSD-3-Clause
// What a transport is asked to do.
#pragma once
#include "async/completion.hpp"
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace hocket {

using bytes = std::span<std::byte>;
using cbytes = std::span<const std::byte>;

// `native` is a whole collective of the library underneath, over the members of one net.
enum class verb : std::uint8_t { send, recv, recv_reduce, copy, reduce, native_bcast };

// out = low o high, where `high` stands for higher ranks (operators need not commute). `out` may be exactly one of
// them, else all three are apart.
struct reduction {
    void (*apply)(const reduction& self, bytes out, cbytes low, cbytes high);
    std::size_t element;  // bytes; every length is a multiple of it
    bool commutative;
};

// Of a deal with a list: how many bytes there are up to the end of a rank's part, the list's included.
using list_entry = std::uint32_t;

// One operation in flight. It lives in the frame of the coroutine that awaits it, or of the function that waits for it,
// so that posting allocates nothing and no array of requests has to be kept.
struct request {
    verb what{};
    bool in_is_higher = false;       // reduce, recv_reduce: what is read or comes stands for the higher ranks
    bool told = false; // send: to all other ranks at once, whatever the peer; recv: what the peer tells all
    bool listed = false; // recv of what is told: in front of it stands, rank by rank, where each one's part ends
    bool cast = false; // send, recv: of a message over the network to one rank of each node; the peer sends it
    int peer = 0; // rank of the communicator; native_bcast: its root
    int members = 0; // native_bcast: how many ranks take part
    int context = 0; // which net of the communicator; messages match within one context only
    std::byte* into = nullptr;
    const std::byte* from = nullptr;
    const std::byte* with = nullptr; // reduce, recv_reduce: the other operand; null: it is what `into` holds
    std::size_t count = 0; // bytes; both sides of a message name the same number
    // recv of what is told: bytes of other ranks on either side of this one's; of what is listed, in the list
    std::size_t before = 0, after = 0;
    const bytes* pieces = nullptr; // send, recv: where these bytes lie, if not in one piece; then into, from are null
    int piece_count = 0;
    const reduction* how = nullptr;
    completion* done = nullptr; // set while in flight

    // for the transport that holds it
    request* next = nullptr;
    std::int64_t slot = -1;
    int owner = -1;

    bool in_flight() const noexcept { return done != nullptr; }
    // The transport calls this once for a request that post() left in flight, and resumes the result.
    [[nodiscard]] std::coroutine_handle<> finish() noexcept { return std::exchange(done, nullptr)->arrive(); }
};

// What reduce does with what it reads, and recv_reduce with what has come: n bytes, for those from `from` on.
inline void combine(const request& r, std::size_t from, const std::byte* in, std::size_t n)
{
    auto* into = r.into + from;
    cbytes here(r.with ? r.with + from : into, n), there(in, n);
    r.how->apply(*r.how, {into, n}, r.in_is_higher ? here : there, r.in_is_higher ? there : here);
}
inline void combine(const request& r, const std::byte* in)
{
    combine(r, 0, in, r.count);
}

} // namespace hocket
