// SPDX-License-Identifier: BSD-3-Clause
#include "transports/shared/long_writes.hpp"
#include "base/streaming.hpp"
#include <array>
#include <vector>

namespace hocket {

namespace {

// Bytes that one trial streams: of less, what it takes is the way to memory more than its width.
constexpr std::size_t streamed_once = 2 * long_writes::timed;

template <class Work> std::uint64_t time_of(Work work)
{
    auto begin = ticks();
    work();
    return ticks() - begin;
}

// The middle one of a few.
template <class Work> std::uint64_t usual_time_of(Work work)
{
    std::array<std::uint64_t, 15> all;
    for (auto& one : all) one = time_of(work);
    auto* middle = all.begin() + all.size() / 2;
    std::nth_element(all.begin(), middle, all.end());
    return *middle;
}

void touch(std::byte& line)
{
    static_cast<volatile std::byte&>(line) = {};
}

std::uint64_t time_of_owning(std::byte* lines)
{
    touch(lines[0]);
    touch(lines[long_writes::timed - 1]); // both pages are there now
    return time_of([&] {
        for (std::size_t i = 0; i < long_writes::timed; i += cache_line) touch(lines[i]);
    });
}

} // namespace

std::uint64_t long_writes::time_of_streaming()
{
    static const auto found = [] {
        if (!can_stream) return std::uint64_t(0);
        std::vector<std::byte> into(streamed_once), from(streamed_once);
        auto whole = usual_time_of([&] {
            stream_bytes(into.data(), from.data(), streamed_once);
            for (std::size_t i = 0; i < streamed_once; i += cache_line) [[maybe_unused]]
                std::byte seen = static_cast<const volatile std::byte&>(into[i]);
        });
        // Where asking for the time is a call to the host, lines cannot be timed.
        bool clear = 4 * usual_time_of([] {}) < whole;
        return clear ? whole * timed / streamed_once : 0;
    }();
    return found;
}

void long_writes::write(std::byte* to, const void* from, std::size_t n)
{
    if (can_stream && n >= timed && --until_timed_ == 0) learn(time_of_owning(to));
    if (streams_) stream_bytes(to, from, n);
    else copy_bytes(to, from, n);
}

void long_writes::learn(std::uint64_t owning)
{
    owning_ = (3 * owning_ + std::min(owning, 2 * streaming_)) / 4;
    last_owning = owning_;
    streams_ = owning_ > (streams_ ? 3 * streaming_ / 4 : streaming_);
    until_timed_ = (streams_ ? between_streamed : between_plain) + int(looks_++ % beyond);
}

} // namespace hocket
