// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace hocket {

// How a rank writes what is long into memory that others read. Plain stores have to own each line, which comes from the
// processor that read it last, some twenty side by side: where processors are 350 ns apart, there and back, that takes
// 15 ns a line, at 100 ns 5. Stores past the caches wait for nobody, and their reader fetches the lines from memory: 9
// ns for both at any distance that was measured. So a few writes are timed, and lines that take longer to be owned
// alone than all of that are streamed (record 81).
class long_writes {
public:
    static constexpr std::size_t least = 2 << 10; // bytes of what is streamed
    static constexpr std::size_t timed = 4 << 10; // bytes of what is timed: stores of less wait behind others

    // Ticks in which `timed` bytes are streamed and read again by one processor, as this process found when it first
    // asked. 0: nothing is streamed here.
    static std::uint64_t time_of_streaming();

    explicit long_writes(std::uint64_t streaming = time_of_streaming(), std::uint64_t owning = last_owning)
        : streaming_(streaming), owning_(owning), streams_(owning > streaming)
    {
    }

    void write(std::byte* to, const void* from, std::size_t n);
    bool streams() const { return streams_; }
    // Ticks in which `timed` bytes were owned. What was disturbed counts as twice the limit, and alone changes nothing
    // where lines are near.
    void learn(std::uint64_t owning);

private:
    // A look takes 0.3 us where lines are near, and 1 where they are far. No period is that of a collective's peers.
    static constexpr int between_plain = 8, between_streamed = 32, beyond = 3;
    // With what the next communicator's begins: its ranks are on these processors, too.
    static inline std::atomic<std::uint64_t> last_owning = 0;

    std::uint64_t streaming_, owning_;
    unsigned looks_ = 0;
    int until_timed_ = between_plain; // soon, whatever others have found
    bool streams_;
};

} // namespace hocket
