// SPDX-License-Identifier: BSD-3-Clause
#include "fit/shared_pair.hpp"
#include "transports/shared/waiter.hpp"
#include <array>
#include <cerrno>
#include <cstring>
#include <unistd.h>

namespace hocket::fit {

shared_pair::shared_pair(const place& where)
{
    auto pairs = where.pairs("node");
    if (pairs.empty()) {
        mistake_ = "the first node has one rank";
        return;
    }
    auto [first, second] = pairs[0];
    end_ = where.rank() == first ? 0 : where.rank() == second ? 1 : -1;
    MPI_Comm both;
    MPI_Comm_split(where.comm(), end_ < 0 ? MPI_UNDEFINED : 0, end_, &both);
    if (end_ >= 0) {
        join(both);
        MPI_Comm_free(&both);
    }
    int found[] = {works_, reads_};
    MPI_Bcast(found, 2, MPI_INT, 0, where.comm());
    works_ = found[0], reads_ = found[1];
}

void shared_pair::join(MPI_Comm both)
{
    // There Hocket decides otherwise, and times are those of the scheduler.
    if (oversubscribed(2)) mistake_ = "ranks share processors";
    if (!agree(both)) return;
    std::optional<segment> memory[] = {share(both), share(both)};
    works_ = agree(both);
    if (!works_) return;
    pid_t other = 0;
    reads_ = try_reading(both, other);
    two_.emplace(*std::move(memory[0]), end_, 0, shared_way::shape.cell);
    if (reads_) one_.emplace(*std::move(memory[1]), end_, other, 0);
}

std::optional<segment> shared_pair::share(MPI_Comm both)
{
    return end_ == 0 ? make(both) : attach(both);
}

// Even where there is nothing to tell, so that nobody waits.
std::optional<segment> shared_pair::make(MPI_Comm both)
{
    auto made = segment::create(shared_way::memory_size());
    if (!made) mistake_ = made.error().what;
    auto door = made ? made->open_door() : segment::door{};
    MPI_Bcast(&door, sizeof door, MPI_BYTE, 0, both);
    MPI_Barrier(both); // until the other is in
    if (!made) return {};
    made->close_door();
    return *std::move(made);
}

std::optional<segment> shared_pair::attach(MPI_Comm both)
{
    segment::door door;
    MPI_Bcast(&door, sizeof door, MPI_BYTE, 0, both);
    std::optional<segment> found;
    if (door.descriptor >= 0) {
        auto there = segment::attach(door, shared_way::memory_size());
        if (there) found.emplace(*std::move(there));
        else mistake_ = there.error().what;
    }
    MPI_Barrier(both);
    return found;
}

// Each a word of the other's, as the library tries it.
bool shared_pair::try_reading(MPI_Comm both, pid_t& other)
{
    static const std::uint64_t own = new_secret();
    struct greeting {
        std::int64_t process;
        std::uint64_t address, word;
    };
    std::array<greeting, 2> said;
    greeting mine{getpid(), reinterpret_cast<std::uintptr_t>(&own), own};
    MPI_Allgather(&mine, sizeof mine, MPI_BYTE, said.data(), sizeof mine, MPI_BYTE, both);
    auto& theirs = said[std::size_t(1 - end_)];
    std::uint64_t word = 0;
    other = pid_t(theirs.process);
    errno = 0;
    if (!remote_memory::peek(other, theirs.address, word))
        mistake_ = std::string("processes may not read one another's memory: ") + std::strerror(errno);
    else if (word != theirs.word) mistake_ = "the other process is of another container";
    return agree(both);
}

void shared_pair::give_word()
{
    std::byte word{};
    in_cells().send(&word, 1);
}

void shared_pair::take_word()
{
    std::byte word{};
    in_cells().receive(&word, 1);
}

// Neither has found a mistake; else both know of one.
bool shared_pair::agree(MPI_Comm both)
{
    std::array<char, 256> mine{}, all[2];
    mistake_.copy(mine.data(), mine.size() - 1);
    MPI_Allgather(mine.data(), int(mine.size()), MPI_CHAR, all, int(mine.size()), MPI_CHAR, both);
    mistake_ = all[0][0] ? all[0].data() : all[1].data();
    return mistake_.empty();
}

} // namespace hocket::fit
