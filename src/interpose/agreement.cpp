// SPDX-License-Identifier: BSD-3-Clause
#include "interpose/agreement.hpp"
#include "base/words.hpp"
#include "interpose/together.hpp"
#include <algorithm>
#include <unistd.h>
#include <utility>
#include <vector>

namespace hocket {

namespace {

using lines = std::vector<std::string>;

std::string name_in(const std::string& line)
{
    return line.substr(0, line.find('='));
}

std::string quoted(const std::string& text)
{
    return std::string("'").append(text).append("'");
}

std::string value_of(const std::string& name, const lines& in)
{
    for (auto& line : in)
        if (name_in(line) == name && line.size() > name.size() + 1) return quoted(line.substr(name.size() + 1));
    return "not set";
}

// "HOCKET_BCAST is 'chain' on rank 0 and 'flat' on rank 3"; empty if the texts are equal.
std::string difference(const std::string& first, const std::string& mine, int rank)
{
    auto theirs = split(first, '\n'), ours = split(mine, '\n');
    auto all = theirs;
    all.insert(all.end(), ours.begin(), ours.end());
    for (auto& line : all) {
        auto name = name_in(line), a = value_of(name, theirs), b = value_of(name, ours);
        if (a != b) return name + " is " + a + " on rank 0 and " + b + " on rank " + std::to_string(rank);
    }
    return {};
}

std::string text_of_rank_0(MPI_Comm comm, std::string mine)
{
    int length = int(mine.size());
    mpi.Bcast(&length, 1, MPI_INT, 0, comm);
    mine.resize(std::size_t(length));
    mpi.Bcast(mine.data(), length, MPI_BYTE, 0, comm);
    return mine;
}

// Where the ranks are known to differ.
[[noreturn]] void name_difference(MPI_Comm comm, const std::string& text, int rank, int size)
{
    auto found = difference(text_of_rank_0(comm, text), text, rank);
    int lowest = least_of_all(found.empty() ? size : rank, comm, size);
    if (lowest == size) end_job(comm, rank == 0, "the settings differ between the ranks of a communicator");
    end_job(comm, rank == lowest, found + " of a communicator of " + std::to_string(size) + "; all ranks must agree");
}

} // namespace

void complain(const std::string& what)
{
    auto line = "hocket: " + what + "\n";
    if (write(STDERR_FILENO, line.data(), line.size()) < 0) return; // nowhere left to say so
}

void end_job(MPI_Comm comm, bool speaks, const std::string& what)
{
    enum { status = 2 };
    int world = 0;
    mpi.Initialized(&world);
    if (speaks) complain(what);
    if (speaks) usleep(50'000); // some launchers drop what was written just before an abort
    if (speaks) mpi.Abort(world ? MPI_COMM_WORLD : comm, status);
    mpi.Barrier(comm);
    _exit(status);
}

void end_if_mistaken(MPI_Comm comm, const std::string& mistake)
{
    int rank = 0, size = 0;
    mpi.Comm_rank(comm, &rank);
    mpi.Comm_size(comm, &size);
    int lowest = least_of_all(mistake.empty() ? size : rank, comm, size);
    if (lowest < size) end_job(comm, rank == lowest, mistake);
}

bool agree(MPI_Comm comm, const opinion& mine, std::span<std::uint64_t> asked)
{
    int rank = 0, size = 0;
    mpi.Comm_rank(comm, &rank);
    mpi.Comm_size(comm, &size);
    // The greatest hash and the least one in a single reduction, with whether anybody is mistaken.
    auto h = hash_of(mine.text);
    std::uint64_t here[7] = {h, ~h, !mine.mistake.empty()}, most[7] = {};
    std::ranges::copy(asked, here + 3);
    if (greatest_of_all(here, most, 3 + int(asked.size()), comm) != MPI_SUCCESS) return false;
    if (most[2]) end_if_mistaken(comm, mine.mistake);
    if (most[0] != ~most[1]) name_difference(comm, mine.text, rank, size);
    std::copy_n(most + 3, asked.size(), asked.begin());
    return true;
}

} // namespace hocket
