// SPDX-License-Identifier: BSD-3-Clause
#include "transports/shared/segment.hpp"
#include <atomic>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <random>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace hocket {

namespace {

mistake failed(const std::string& what)
{
    return {what + ": " + std::strerror(errno)};
}

// Where the system has it, what nobody can run as a program: some refuse anything else.
int memory_file()
{
#ifndef MFD_NOEXEC_SEAL
    constexpr unsigned MFD_NOEXEC_SEAL = 8;
#endif
    int descriptor = memfd_create("hocket", MFD_CLOEXEC | MFD_NOEXEC_SEAL);
    return descriptor >= 0 || errno != EINVAL ? descriptor : memfd_create("hocket", MFD_CLOEXEC);
}

// Beyond it a signal would end the program.
bool exceeds_file_limit(std::size_t n)
{
    rlimit is{};
    return getrlimit(RLIMIT_FSIZE, &is) == 0 && is.rlim_cur != RLIM_INFINITY && n > is.rlim_cur;
}

std::atomic<std::size_t> mapped_bytes = 0; // bytes of this process

// Where the kernel promises no more memory than there is, a page that it cannot give would end the program at first
// touch; so all are taken at once. Elsewhere untouched ones cost nothing.
bool keeps_strict_account()
{
    std::ifstream setting("/proc/sys/vm/overcommit_memory");
    int mode = 0;
    return setting >> mode && mode == 2;
}

// 0, or an errno.
int reserve(int descriptor, std::size_t n)
{
    if (ftruncate(descriptor, off_t(n)) != 0) return errno;
    static const bool strict = keeps_strict_account();
    int code = 0;
    if (strict) do
            code = posix_fallocate(descriptor, 0, off_t(n));
        while (code == EINTR);
    return code;
}

} // namespace

std::uint64_t new_secret()
{
    std::random_device dice;
    return std::uint64_t(dice()) << 32 | dice();
}

bool segment::has_room_to_spare()
{
    return mapped_bytes <= most_mapped / 2;
}

bool segment::has_room_for_many()
{
    return mapped_bytes <= most_mapped / 8;
}

result<segment> segment::create(std::size_t size)
{
    if (exceeds_file_limit(page + size))
        return mistake{"no shared memory of " + std::to_string(size) + " bytes: RLIMIT_FSIZE (ulimit -f) is smaller"};
    if (mapped_bytes + page + size > most_mapped)
        return mistake{"no shared memory of " + std::to_string(size) + " bytes: communicators of this process have " +
                       std::to_string(mapped_bytes) + " of " + std::to_string(most_mapped)};
    int descriptor = memory_file();
    if (descriptor < 0) return failed("no shared memory from memfd_create");
    if (int code = reserve(descriptor, page + size); code != 0) {
        errno = code;
        auto why = failed("no shared memory of " + std::to_string(size) + " bytes");
        close(descriptor);
        return why;
    }
    auto made = mapped(descriptor, page + size);
    if (made) made->secret() = new_secret();
    return made;
}

result<segment> segment::attach(const door& of, std::size_t size)
{
    auto path = "/proc/" + std::to_string(of.process) + "/fd/" + std::to_string(of.descriptor);
    struct stat is{}; // before it is opened: of a process of another container it may be anything
    if (stat(path.c_str(), &is) != 0) return failed("no access to the shared memory " + path);
    if (!S_ISREG(is.st_mode) || std::size_t(is.st_size) != page + size)
        return mistake{path + " is not the shared memory of this job"};
    int descriptor = open(path.c_str(), O_RDWR | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (descriptor < 0) return failed("no access to the shared memory " + path);
    auto found = mapped(descriptor, page + size);
    if (!found) return found;
    found->close_door();
    if (found->secret() != of.secret) return mistake{path + " is not the shared memory of this job"};
    return found;
}

result<segment> segment::mapped(int descriptor, std::size_t whole)
{
    void* at = mmap(nullptr, whole, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    if (at != MAP_FAILED) mapped_bytes += whole;
    if (at != MAP_FAILED) return segment(static_cast<std::byte*>(at), whole, descriptor);
    auto why = failed("shared memory cannot be mapped");
    close(descriptor);
    return why;
}

segment::segment(segment&& other) noexcept
    : memory_(std::exchange(other.memory_, nullptr)), whole_(other.whole_),
      descriptor_(std::exchange(other.descriptor_, -1))
{
}

segment::~segment()
{
    close_door();
    if (!memory_) return;
    munmap(memory_, whole_);
    mapped_bytes -= whole_;
}

segment::door segment::open_door() const
{
    return {getpid(), descriptor_, secret()};
}

void segment::close_door()
{
    if (descriptor_ >= 0) close(std::exchange(descriptor_, -1));
}

} // namespace hocket
