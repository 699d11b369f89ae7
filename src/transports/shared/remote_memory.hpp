// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "transports/shared/copy_room.hpp"
#include "transports/shared/far_memory.hpp"
#include <sys/types.h>
#include <sys/uio.h>
#include <vector>

namespace hocket {

// The memory of other processes, in one copy (process_vm_readv, process_vm_writev). Where the kernel does not let it
// read, that rank is asked for fragments from then on; where it does not let it write, nobody is helped any more.
class remote_memory final : public far_memory {
public:
    // The process of each rank of the node; 0: not to be read.
    explicit remote_memory(std::vector<pid_t> processes);
    remote_memory(std::vector<pid_t> processes, bool is_slow_further)
        : processes_(std::move(processes)), is_slow_further_(is_slow_further)
    {
    }

    outcome read(int from, const slot& what, const request& into) override;
    bool may_fetch(int rank) const override { return processes_[std::size_t(rank)] != 0; }
    bool may_put(int rank) const override { return may_fetch(rank) && writes_; }
    bool fetch(int from, std::uint64_t there, bytes here) override;
    bool put(int to, std::uint64_t there, cbytes here) override;
    // Parts that went by way of room of its own.
    std::uint64_t copied_twice() const { return twice_; }
    // A word at that place of another process. False: it cannot be read.
    static bool peek(pid_t process, std::uint64_t address, std::uint64_t& word);

private:
    class cursor;
    bool copy(pid_t process, cursor& from, std::span<const bytes> to, std::size_t n);
    bool copy(pid_t process, std::uint64_t there, bytes here);
    bool copy_to(pid_t process, const request& into);
    bool write(pid_t process, std::uint64_t there, cbytes here);
    bool goes_twice(std::uintptr_t to, std::uintptr_t from) const
    {
        return is_slow_further_ && copy_room::is_further(to, from);
    }
    bool gather_source(pid_t process, const slot& what);
    outcome combine_chunks(pid_t process, const request& into);

    std::vector<pid_t> processes_;
    bool is_slow_further_, writes_ = true;
    std::vector<bytes> source_;        // of the message at hand
    std::vector<iovec> here_, there_;  // for the kernel
    std::uint64_t twice_ = 0;
    copy_room room_;
};

} // namespace hocket
