// SPDX-License-Identifier: BSD-3-Clause
#include "allocations.hpp"
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace driver_double {

allocations& all()
{
    static auto& only = *new allocations;
    return only;
}

namespace {

int memory_file(std::size_t n)
{
    int file = memfd_create("device memory of a test double", MFD_CLOEXEC);
    if (file >= 0 && ftruncate(file, off_t(n)) == 0) return file;
    return close(file), -1;
}

allocation mapped(int file, std::size_t n, kind is)
{
    int access = is == kind::pinned ? PROT_READ | PROT_WRITE : PROT_NONE;
    void* given = mmap(nullptr, n, access, MAP_SHARED, file, 0);
    void* real = mmap(nullptr, n, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (given == MAP_FAILED || real == MAP_FAILED) return {};
    return {reinterpret_cast<unsigned long long>(given), n, is, static_cast<std::byte*>(real), nullptr, 0, 0, file};
}

} // namespace

// The same memory twice: without access, as the program gets it, and with.
unsigned long long allocations::make(std::size_t n, kind is, void* context, int device)
{
    std::lock_guard held(lock_);
    int file = memory_file(n);
    if (file < 0) return 0;
    auto made = mapped(file, n, is);
    if (!made.begin) return close(file), 0;
    freed_.erase(made.begin);
    made.context = context, made.device = device, made.id = ++last_id_;
    known_[made.begin + n] = made;
    return made.begin;
}

// Its addresses may come to be anybody's.
bool allocations::drop(unsigned long long at)
{
    return unmap(at, false);
}

bool allocations::unmap(unsigned long long at, bool borrowed)
{
    std::lock_guard held(lock_);
    auto found = known_.upper_bound(at);
    if (found == known_.end() || found->second.begin != at) return false;
    if ((found->second.is == kind::borrowed) != borrowed) return false;
    unmap(found);
    return true;
}

void allocations::unmap(std::map<unsigned long long, allocation>::iterator which)
{
    auto& one = which->second;
    munmap(one.real, one.size);
    munmap(reinterpret_cast<void*>(one.begin), one.size);
    close(one.file);
    if (one.is != kind::borrowed) freed_[one.begin] = one.size;
    borrowed_.erase(one.begin);
    known_.erase(which);
}

void allocations::drop_all(void* context)
{
    std::lock_guard held(lock_);
    for (auto at = known_.begin(); at != known_.end();) {
        auto one = at++;
        if (one->second.context == context) unmap(one);
    }
}

bool allocations::lend(unsigned long long at, lent& as)
{
    auto* found = find(at);
    if (!found || found->begin != at || found->is != kind::device) return false;
    as = {int(getpid()), found->file, found->device, found->size, found->id};
    return true;
}

unsigned long long allocations::borrow(const lent& what, void* context)
{
    bool is_stranger = fault("stranger");
    std::lock_guard held(lock_);
    for (auto& [at, known] : borrowed_)
        if (known.process == what.process && known.id == what.id) return 0;
    if (what.process == getpid()) return 0;
    auto path = "/proc/" + std::to_string(what.process) + "/fd/" + std::to_string(what.file);
    int file = open(path.c_str(), O_RDWR | O_CLOEXEC);
    if (file >= 0 && is_stranger) close(file), file = memory_file(what.size);
    if (file < 0) return 0;
    auto made = mapped(file, what.size, kind::borrowed);
    if (!made.begin) return close(file), 0;
    freed_.erase(made.begin);
    made.context = context, made.device = what.device, made.id = ++last_id_;
    known_[made.begin + what.size] = made;
    borrowed_[made.begin] = what;
    return made.begin;
}

bool allocations::has_borrowed_from(int process)
{
    std::lock_guard held(lock_);
    for (auto& [at, known] : borrowed_)
        if (known.process == process) return true;
    return false;
}

bool allocations::give_back(unsigned long long at)
{
    return unmap(at, true);
}

const allocation* allocations::find(unsigned long long at)
{
    std::lock_guard held(lock_);
    auto found = known_.upper_bound(at);
    return found == known_.end() || at < found->second.begin ? nullptr : &found->second;
}

// And not mapped by anybody else since.
bool allocations::was_freed(unsigned long long at)
{
    std::lock_guard held(lock_);
    auto after = freed_.upper_bound(at);
    if (after == freed_.begin()) return false;
    auto& [begin, size] = *--after;
    unsigned char resident;
    auto page = at & ~4095ull;
    return at < begin + size && mincore(reinterpret_cast<void*>(page), 1, &resident) != 0;
}

bool allocations::note(unsigned long long at, std::size_t n)
{
    std::lock_guard held(lock_);
    return registered_.emplace(at, n).second;
}

bool allocations::forget(unsigned long long at)
{
    std::lock_guard held(lock_);
    return registered_.erase(at) == 1;
}

void allocations::plan(const std::string& what, int after, int n)
{
    std::lock_guard held(lock_);
    troubles_[what] = {after, n};
}

bool allocations::fault(const std::string& what)
{
    std::lock_guard held(lock_);
    auto found = troubles_.find(what);
    if (found == troubles_.end()) return false;
    auto& [after, left] = found->second;
    if (after > 0) return --after, false;
    return left > 0 && left-- > 0;
}

long allocations::count(const std::string& what)
{
    std::lock_guard held(lock_);
    if (what == "copies") return copies_;
    if (what == "launches") return launches_;
    if (what == "waits") return waits_;
    if (what == "borrowed") return long(borrowed_.size());
    return long(what == "registered" ? registered_.size() : known_.size());
}

} // namespace driver_double
