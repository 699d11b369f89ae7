// SPDX-License-Identifier: BSD-3-Clause
#include "transports/shared/long_writes.hpp"
#include "base/streaming.hpp"
#include <array>
#include <vector>

namespace hocket {

namespace {

// As long as messages that gain most from it.
constexpr std::size_t most = 2 * long_writes::timed;

std::uint64_t stream_and_read(std::byte* into, const std::byte* from)
{
    finish_stores();
    auto begin = ticks();
    stream_bytes(into, from, most);
    for (std::size_t i = 0; i < most; i += cache_line) [[maybe_unused]]
        std::byte seen = static_cast<const volatile std::byte&>(into[i]);
    finish_stores();
    return (ticks() - begin) * long_writes::timed / most;
}

void touch(std::byte& line)
{
    static_cast<volatile std::byte&>(line) = {};
}

std::uint64_t time_of_owning(std::byte* lines)
{
    touch(lines[0]);
    touch(lines[long_writes::timed - 1]); // both pages are there now
    finish_stores();
    auto begin = ticks();
    for (std::size_t i = 0; i < long_writes::timed; i += cache_line) touch(lines[i]);
    finish_stores();
    return ticks() - begin;
}

} // namespace

std::uint64_t long_writes::time_of_streaming()
{
    static const auto found = [] {
        if (!can_stream) return std::uint64_t(0);
        std::vector<std::byte> into(most + cache_line), from(most);
        std::array<std::uint64_t, 15> all;
        for (auto& one : all) one = stream_and_read(into.data(), from.data());
        auto* middle = all.begin() + all.size() / 2;
        std::nth_element(all.begin(), middle, all.end());
        return *middle;
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
    choose();
}

void long_writes::choose()
{
    streams_ = owning_ > streaming_;
    until_timed_ = streams_ ? between_streamed : between_plain;
}

} // namespace hocket
