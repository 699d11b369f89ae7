// SPDX-License-Identifier: BSD-3-Clause
#include "transports/mpi/node_memory.hpp"
#include "transports/shared/mapped_area.hpp"
#include "transports/shared/remote_memory.hpp"
#include "transports/shared/shared_links.hpp"
#include "transports/shared/waiter.hpp"
#include <type_traits>
#include <unistd.h>

namespace hocket {

// By which a rank is known: a word of its memory that says the same as the memory that it shares.
struct node_memory::greeting {
    std::int64_t process;
    std::uint64_t address, word;
};

namespace {

// Bytes of a rank's long messages before it takes its cells in turn. So many, combined, lose about what the pages of
// these cells cost: 1.5 ms.
constexpr std::size_t enough = 16 << 20;

// What the first rank of a node tells the others. It alone says whether they are a crowd, so that all of them say so.
struct invitation {
    segment::door door;
    std::int64_t crowded, in_turn;
};
static_assert(std::has_unique_object_representations_v<invitation>);

// What lives as long as the links do.
struct kept_links {
    kept_links(segment from, std::vector<pid_t> processes, const shared_links<mapped_area>::place& where,
               std::function<std::byte*(std::size_t)> landing)
        : memory(std::move(from)), far(std::move(processes)),
          links(mapped_area(memory.memory(), where.shape, where.me), where, far, std::move(landing))
    {
    }

    segment memory;
    remote_memory far;
    shared_links<mapped_area> links;
};

// The same for the life of the process.
const std::uint64_t& own_word()
{
    static const std::uint64_t word = new_secret();
    return word;
}

// Cells in turn are lines that nobody has had for long. Two processors of AMD's exchange these through a cache of 32 MB
// in a third of the time of those just read; two of Intel's take up to twice as long (record 90).
bool gains_by_turns()
{
#if defined(__x86_64__)
    return __builtin_cpu_is("amd");
#else
    return false;
#endif
}

std::size_t whole_size(const area_shape& shape)
{
    return shape.size() * std::size_t(shape.ranks);
}

} // namespace

node_memory::node_memory(MPI_Comm comm, int rank, const layout& where, sender who)
    : comm_(comm), rank_(rank), node_(where.node_of(rank)), me_(where.local_of(rank)), where_(where), who_(who),
      shape_{.ranks = where.size_of(node_)}
{
    if (shape_.ranks == 1) return;
    if (me_ == 0) tell();
    else learn();
    if (memory_) greet();
}

// A lender that loses its processor in the middle of a part would keep its receiver from the end. Through cells a
// message of up to 128 KB waits for nobody's turn; of 256 KB nothing was gained. Between two ranks that take none in
// turn, one that only sends can copy while the other one combines, which takes less time from 1 MB on.
void node_memory::set_shape(bool crowded, bool in_turn)
{
    crowded_ = crowded;
    if (crowded) shape_.joint = area_shape::never, shape_.run = 4;
    if (crowded || shape_.ranks > 2 || who_ != sender::waits) return;
    if (in_turn) shape_.turns_after = enough;
    else shape_.passes = 1 << 20;
}

// With few cells where there is no room for many.
result<segment> node_memory::created()
{
    if (shape_.turns_after > 0 && segment::has_room_for_many())
        if (auto made = segment::create(whole_size(shape_))) return made;
    shape_.turns_after = 0;
    return segment::create(whole_size(shape_));
}

// Even where there is nothing to tell, so that nobody waits.
void node_memory::tell()
{
    set_shape(oversubscribed(shape_.ranks), gains_by_turns());
    auto made = created();
    if (made) memory_.emplace(*std::move(made));
    else mistake_ = made.error().what;
    invitation to{memory_ ? memory_->open_door() : segment::door{}, crowded_, shape_.turns_after > 0};
    std::vector<MPI_Request> sends(std::size_t(shape_.ranks), MPI_REQUEST_NULL);
    for (int i = 1; i < shape_.ranks; ++i)
        if (mpi.Isend(&to, sizeof to, MPI_BYTE, where_.member(node_, i), 0, comm_, &sends[std::size_t(i)]))
            mistake_ = "no message to a rank of the node";
    for (auto& one : sends) mpi.Wait(&one, MPI_STATUS_IGNORE);
}

void node_memory::learn()
{
    invitation to{};
    auto handle = MPI_REQUEST_NULL;
    int code = mpi.Irecv(&to, sizeof to, MPI_BYTE, where_.member(node_, 0), 0, comm_, &handle);
    if (code == MPI_SUCCESS) code = mpi.Wait(&handle, MPI_STATUS_IGNORE);
    set_shape(to.crowded != 0, to.in_turn != 0);
    if (code != MPI_SUCCESS || to.door.descriptor < 0) {
        mistake_ = "the first rank of the node has none";
        return;
    }
    auto found = segment::attach(to.door, whole_size(shape_));
    if (found) memory_.emplace(*std::move(found));
    else mistake_ = found.error().what;
}

void node_memory::greet()
{
    greeting mine{getpid(), reinterpret_cast<std::uintptr_t>(&own_word()), own_word()};
    mapped_area area(memory_->memory(), shape_, me_);
    area.write(shape_.greeting_at(), &mine, sizeof mine);
}

node_memory::greeting node_memory::greeting_of(int local) const
{
    greeting theirs;
    mapped_area area(memory_->memory(), shape_, me_);
    std::memcpy(&theirs, area.look(local, shape_.greeting_at(), sizeof theirs), sizeof theirs);
    return theirs;
}

bool node_memory::reads_neighbour() const
{
    if (!memory_) return true;
    auto next = greeting_of((me_ + 1) % shape_.ranks);
    std::uint64_t word = 0;
    return remote_memory::peek(pid_t(next.process), next.address, word) && word == next.word;
}

// Where ranks share processors what fits into cells goes through them, but for some of a rank that only sends.
std::size_t node_memory::longest_in_cells(std::optional<std::size_t> read_from) const
{
    return crowded_ ? shape_.longest() : std::min(read_from.value_or(shape_.cell), shape_.cell);
}

std::shared_ptr<neighbours> node_memory::links(std::optional<std::size_t> read_from,
                                               std::function<std::byte*(std::size_t)> landing)
{
    if (!memory_) return nullptr;
    memory_->close_door();
    std::vector<pid_t> processes(std::size_t(shape_.ranks), 0);
    for (int i = 0; i < shape_.ranks && read_from; ++i) processes[std::size_t(i)] = pid_t(greeting_of(i).process);
    auto lend = longest_in_cells(read_from);
    shared_links<mapped_area>::place where{shape_, me_, indices(), lend, crowded_, std::max(lend, shape_.cell)};
    auto made = std::make_shared<kept_links>(*std::move(memory_), std::move(processes), where, std::move(landing));
    memory_.reset();
    return {made, &made->links};
}

std::vector<int> node_memory::indices() const
{
    std::vector<int> all(std::size_t(where_.ranks()), -1);
    for (int i = 0; i < shape_.ranks; ++i) all[std::size_t(where_.member(node_, i))] = i;
    return all;
}

} // namespace hocket
