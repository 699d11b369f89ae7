// SPDX-License-Identifier: BSD-3-Clause
// Where things lie in the memory that the ranks of a node share. Each rank has an area that it alone writes: a ring of
// slots to each of the others, its answers to each of them, cells for what does not fit into a slot, and a ring of what
// it tells all of them. Only of a message that both ends copy do others write too: how many parts of it are taken.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace hocket {

// Where the bytes of a message lie.
enum class carried : std::uint8_t {
    here, // in the slot
    cell, // in a cell of the sender's, or several side by side
    lent, // in the sender's own memory, until the receiver has answered
    fragment, // the next part of what was lent: in a cell
};

// One line of memory.
struct alignas(64) slot {
    static constexpr std::size_t most_here = 48;

    std::uint64_t tag = 0; // how many the ring has had with this one; written last
    std::uint32_t size = 0; // bytes; of what is lent see there
    std::uint16_t context = 0;
    carried where = carried::here;
    std::uint8_t place = 0; // of a loan among those from this sender to this receiver
    union {
        std::byte here[most_here] = {};
        struct {
            std::uint64_t address, size; // of the bytes, or of a list of pieces
            std::uint64_t pieces; // 0: the bytes themselves
            std::uint64_t number; // of all that this place has had
            std::uint64_t in_parts; // not 0: who combines it asks for fragments
        } lent;
        std::uint32_t cell; // the first
    };
};
static_assert(sizeof(slot) == 64);

// To what was lent: "I have read it", or "send it to me".
constexpr std::uint64_t have_read(std::uint64_t number)
{
    return 2 * number + 1;
}
constexpr std::uint64_t send_it(std::uint64_t number)
{
    return 2 * number;
}

struct area_shape {
    static constexpr std::size_t line = 64, page = 4096;
    static constexpr int depth = 8; // slots of a ring
    static constexpr int loans = 15; // places, from one rank to another
    static constexpr int tells = 16; // places of what a rank tells that not all have heard yet
    // So many of these are kept for fragments: messages that nobody awaits yet may hold the others for long.
    static constexpr int for_fragments = 4;

    static constexpr auto never = std::size_t(-1); // bytes

    int ranks = 1;
    std::size_t cell = 32 << 10; // bytes
    int run = 1; // cells side by side that one message may fill
    std::size_t turns_after = 0; // bytes of a rank's long messages, after which each takes the next cell; 0: never
    std::size_t tell = 8 << 10; // bytes of a place of what a rank tells all at once
    // Of so many bytes on, what is to be combined comes in fragments from a rank that only sends.
    std::size_t passes = never;
    std::size_t joint = 64 << 10; // of so many bytes on both ends copy what is lent

    // Of one or two cells a message to each of so many others, or they wait for the first of them to have theirs.
    // In turn, of more bytes, as they are by default, than a processor's own caches hold.
    int cells() const { return turns_after > 0 ? 64 : for_fragments + std::clamp(run > 1 ? 2 * ranks : ranks, 12, 32); }
    std::size_t bytes_of_cells() const { return std::size_t(cells()) * cell; }
    // Of two ranks with a cell for each message nobody has more in use than slots, and those for fragments: this one
    // is used in turn alone.
    bool is_in_turn(std::uint32_t i) const { return turns_after > 0 && i >= std::uint32_t(for_fragments + depth); }
    bool is_long(std::size_t n) const { return n > cell / 2; }
    int cells_for(std::size_t n) const { return n <= cell ? 1 : int((n + cell - 1) / cell); }
    std::size_t longest() const { return std::size_t(run) * cell; } // bytes that go through cells

    // Offsets in a rank's area.
    std::size_t slot_at(int to, std::uint64_t count) const { return (std::size_t(to) * depth + count % depth) * line; }
    std::size_t taken_from(int rank) const
    {
        constexpr auto each = (1 + loans) * sizeof(std::uint64_t);
        return std::size_t(ranks) * depth * line + std::size_t(rank) * each;
    }
    std::size_t answer_to(int rank, int place) const { return taken_from(rank) + 8 * (std::size_t(place) + 1); }
    std::size_t cell_at(std::uint32_t i) const { return whole(greeting_at() + line) + i * cell; }
    // By what a rank is known, in a line of its own.
    std::size_t greeting_at() const { return taken_from(ranks); }
    // How many tells of that rank it has heard.
    std::size_t heard_from(int rank) const
    {
        return whole(cell_at(std::uint32_t(cells()))) + std::size_t(rank) * sizeof(std::uint64_t);
    }
    // A tell takes as many places as its bytes need, and all of them at most; but one where it has one hearer, whom a
    // long message serves better.
    std::uint64_t places(std::size_t n) const { return n <= tell ? 1 : (n + tell - 1) / tell; }
    std::size_t most_told() const { return ranks > 2 ? tells * tell : tell; }
    // How many places have been told with this one, written last; size and context of the tell; and, of a short one,
    // its bytes: one line, so that short tells touch one page.
    static constexpr std::size_t tell_data = 16, told_here = line - tell_data;
    std::size_t tell_at(std::uint64_t count) const { return whole(heard_from(ranks)) + count % tells * line; }
    // The bytes of one of `size`: short ones lie close together, for whole places of all ranks are more pages than stay
    // at hand, and begin in the same lines of a page.
    static constexpr std::size_t told_near = 1 << 10;
    std::size_t told_at(std::uint64_t count, std::size_t size) const
    {
        if (size <= told_here) return tell_at(count) + tell_data;
        if (is_near(size)) return told_near_at() + count % tells * told_near;
        return told_far_at() + count % tells * whole_lines(tell);
    }
    bool is_near(std::size_t size) const { return size <= std::min(told_near, tell); }
    // The places of those, and of longer ones, and the bytes of the latter.
    std::size_t told_near_at() const { return whole(tell_at(tells - 1) + line); }
    std::size_t told_far_at() const { return told_near_at() + tells * told_near; }
    std::size_t told_far() const { return tells * whole_lines(tell); }
    // What this rank offers of a loan that both copy, a line for each place; and, as a lender, what it has done of one.
    std::size_t joint_from(int rank, int place) const
    {
        return whole(told_far_at() + told_far()) + (std::size_t(rank) * loans + place) * line;
    }
    std::size_t share_of(int rank, int place) const
    {
        return joint_from(ranks, 0) + (std::size_t(rank) * loans + place) * sizeof(std::uint64_t);
    }
    // Of one rank's area, in whole pages; those that nobody touches cost nothing.
    std::size_t size() const { return whole(share_of(ranks, 0)); }

    // Parts of a message that both copy: at least one for each, alike, and as long as may be, for in the kernel the two
    // are in each other's way once a part.
    bool is_joint(std::size_t n) const { return n >= joint; }
    std::uint64_t parts(std::size_t n) const { return std::max<std::uint64_t>(2, (n + 4 * joint - 1) / (4 * joint)); }
    std::size_t part(std::size_t n) const { return whole_lines((n + parts(n) - 1) / parts(n)); }

private:
    static std::size_t whole(std::size_t n) { return (n + page - 1) / page * page; }
    static std::size_t whole_lines(std::size_t n) { return (n + line - 1) / line * line; }
};

} // namespace hocket
