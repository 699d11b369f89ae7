// SPDX-License-Identifier: BSD-3-Clause
#include "transports/shared/remote_memory.hpp"
#include "net/parts.hpp"
#include <algorithm>
#include <climits>
#include <sys/uio.h>

namespace hocket {

namespace {

// What is combined is read in parts that stay in a cache; each is a call to the kernel, which parts of 64 KB feel.
constexpr std::size_t part = 256 << 10;

std::uintptr_t address(const std::byte* of)
{
    return reinterpret_cast<std::uintptr_t>(of);
}

} // namespace

// A list of pieces of memory that is worked through from its beginning.
class remote_memory::cursor {
public:
    explicit cursor(std::span<const bytes> all) : all_(all) {}

    // The next bytes, at most so many, as lists for the kernel.
    std::size_t list(std::size_t most, std::vector<iovec>& into) const
    {
        std::size_t n = 0, skip = done_;
        into.clear();
        for (auto i = at_; i < all_.size() && n < most && into.size() < IOV_MAX; ++i, skip = 0) {
            auto some = std::min(all_[i].size() - skip, most - n);
            if (some > 0) into.push_back({all_[i].data() + skip, some});
            n += some;
        }
        return n;
    }
    void pass(std::size_t n)
    {
        for (done_ += n; at_ < all_.size() && done_ >= all_[at_].size(); ++at_) done_ -= all_[at_].size();
    }

private:
    std::span<const bytes> all_;
    std::size_t at_ = 0, done_ = 0; // bytes of the piece
};

// Nobody is read whom the kernel, or a variable, does not let be read: not even oneself.
remote_memory::remote_memory(std::vector<pid_t> processes) : remote_memory(std::move(processes), false)
{
    is_slow_further_ =
        std::ranges::any_of(processes_, [](pid_t one) { return one != 0; }) && copy_room::is_slow_further();
}

// All of `to`, from where `from` stands.
bool remote_memory::copy(pid_t process, cursor& from, std::span<const bytes> to, std::size_t n)
{
    cursor into(to);
    while (n > 0) {
        if (into.list(n, here_) == 0 || from.list(n, there_) == 0) return false;
        auto got = process_vm_readv(process, here_.data(), here_.size(), there_.data(), there_.size(), 0);
        if (got <= 0) return false;
        into.pass(std::size_t(got));
        from.pass(std::size_t(got));
        n -= std::size_t(got);
    }
    return true;
}

// What lies in one piece at either end.
bool remote_memory::copy(pid_t process, std::uint64_t there, bytes here)
{
    bool twice = goes_twice(address(here.data()), there);
    for (std::size_t at = 0, n; at < here.size(); at += n) {
        n = twice ? std::min(copy_room::usual, here.size() - at) : here.size();
        bytes far(reinterpret_cast<std::byte*>(there + at), n),
            into(twice ? room_.like(there + at, n) : here.data(), n);
        cursor source(std::span<const bytes>(&far, 1));
        if (!copy(process, source, std::span<const bytes>(&into, 1), n)) return false;
        if (twice) copy_bytes(here.data() + at, into.data(), n);
        twice_ += twice;
    }
    return true;
}

bool remote_memory::peek(pid_t process, std::uint64_t address, std::uint64_t& word)
{
    iovec here{&word, sizeof word}, there{reinterpret_cast<void*>(address), sizeof word};
    return process_vm_readv(process, &here, 1, &there, 1, 0) == ssize_t(sizeof word);
}

far_memory::outcome remote_memory::read(int from, const slot& what, const request& into)
{
    auto& process = processes_[std::size_t(from)];
    if (process == 0) return outcome::refused;
    bool found = gather_source(process, what);
    if (found && into.what == verb::recv_reduce) return combine_chunks(process, into);
    if (found && copy_to(process, into)) return outcome::read;
    process = 0;
    return outcome::refused;
}

bool remote_memory::copy_to(pid_t process, const request& into)
{
    bytes whole(into.into, into.count);
    if (!into.pieces && source_.size() == 1) return copy(process, address(source_.front().data()), whole);
    auto target =
        into.pieces ? std::span(into.pieces, std::size_t(into.piece_count)) : std::span<const bytes>(&whole, 1);
    cursor source(source_);
    return copy(process, source, target, into.count);
}

bool remote_memory::fetch(int from, std::uint64_t there, bytes here)
{
    auto& process = processes_[std::size_t(from)];
    bool done = process != 0 && copy(process, there, here);
    if (!done) process = 0;
    return done;
}

bool remote_memory::put(int to, std::uint64_t there, cbytes here)
{
    auto process = processes_[std::size_t(to)];
    bool twice = goes_twice(there, address(here.data()));
    for (std::size_t at = 0, n; writes_ && at < here.size(); at += n) {
        n = twice ? std::min(copy_room::usual, here.size() - at) : here.size();
        auto from = here.subspan(at, n);
        if (twice) {
            auto* place = room_.like(there + at, n);
            copy_bytes(place, from.data(), n);
            from = {place, n};
            ++twice_;
        }
        writes_ = write(process, there + at, from);
    }
    return writes_;
}

bool remote_memory::write(pid_t process, std::uint64_t there, cbytes here)
{
    for (std::size_t done = 0; done < here.size();) {
        iovec mine{const_cast<std::byte*>(here.data()) + done, here.size() - done};
        iovec theirs{reinterpret_cast<void*>(there + done), here.size() - done};
        auto sent = process_vm_writev(process, &mine, 1, &theirs, 1, 0);
        if (sent <= 0) return false;
        done += std::size_t(sent);
    }
    return true;
}

// Pieces of memory look the same in both processes.
bool remote_memory::gather_source(pid_t process, const slot& what)
{
    bytes list(reinterpret_cast<std::byte*>(what.lent.address), what.lent.size);
    source_.assign(1, list);
    if (what.lent.pieces == 0) return true;
    source_.resize(what.lent.pieces);
    bytes far(list.data(), what.lent.pieces * sizeof(bytes));
    bytes here(reinterpret_cast<std::byte*>(source_.data()), far.size());
    cursor from(std::span<const bytes>(&far, 1));
    return copy(process, from, std::span<const bytes>(&here, 1), here.size());
}

far_memory::outcome remote_memory::combine_chunks(pid_t process, const request& into)
{
    auto element = into.how->element, step = std::max(part / element, std::size_t(1)) * element;
    cursor source(source_);
    auto like = is_slow_further_ && source_.size() == 1 ? address(source_.front().data()) : 0;
    for (std::size_t at = 0; at < into.count; at += step) {
        auto n = std::min(step, into.count - at);
        bytes here(room_.like(like + at, n), n);
        if (!copy(process, source, std::span<const bytes>(&here, 1), here.size()))
            return at == 0 ? outcome::refused : outcome::lost;
        take_in(into, at, here.data(), here.size());
    }
    return outcome::read;
}

} // namespace hocket
