// SPDX-License-Identifier: BSD-3-Clause
#include "transports/shared/segment.hpp"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <random>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace hocket {

namespace {

mistake failed(const std::string& what)
{
    return {what + ": " + std::strerror(errno)};
}

std::uint64_t new_secret()
{
    std::random_device dice;
    return std::uint64_t(dice()) << 32 | dice();
}

} // namespace

result<segment> segment::create(std::size_t bytes)
{
    int descriptor = memfd_create("hocket", MFD_CLOEXEC);
    if (descriptor < 0) return failed("no shared memory from memfd_create");
    if (ftruncate(descriptor, off_t(page + bytes)) != 0) {
        auto why = failed("no shared memory of " + std::to_string(bytes) + " bytes");
        close(descriptor);
        return why;
    }
    auto made = mapped(descriptor, page + bytes);
    if (made) made->secret() = new_secret();
    return made;
}

result<segment> segment::attach(const door& of, std::size_t bytes)
{
    auto path = "/proc/" + std::to_string(of.process) + "/fd/" + std::to_string(of.descriptor);
    int descriptor = open(path.c_str(), O_RDWR | O_CLOEXEC);
    if (descriptor < 0) return failed("no access to the shared memory " + path);
    struct stat is{};
    if (fstat(descriptor, &is) != 0 || std::size_t(is.st_size) != page + bytes) {
        close(descriptor);
        return mistake{path + " is not the shared memory of this job"};
    }
    auto found = mapped(descriptor, page + bytes);
    if (!found) return found;
    found->close_door();
    if (found->secret() != of.secret) return mistake{path + " is not the shared memory of this job"};
    return found;
}

result<segment> segment::mapped(int descriptor, std::size_t whole)
{
    void* at = mmap(nullptr, whole, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
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
    if (memory_) munmap(memory_, whole_);
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
