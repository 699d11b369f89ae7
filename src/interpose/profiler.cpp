// SPDX-License-Identifier: BSD-3-Clause
#include "interpose/profiler.hpp"
#include "base/words.hpp"
#include "interpose/agreement.hpp"
#include "interpose/collective.hpp"
#include "interpose/messages.hpp"
#include "interpose/node_id.hpp"
#include "interpose/process.hpp"
#include "interpose/ranks_in_world.hpp"
#include "interpose/same_ranks.hpp"
#include "profile/job_profile.hpp"
#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

namespace hocket {

namespace {

std::string part_of(const std::string& file)
{
    return file + "." + std::to_string(getpid()) + ".part";
}

int create(const std::string& part)
{
    return open(part.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
}

std::string host_name()
{
    char name[256] = "";
    gethostname(name, sizeof name - 1);
    return name;
}

// As it was called, blanks between its words.
std::string program()
{
    std::ifstream file("/proc/self/cmdline");
    std::string words{std::istreambuf_iterator<char>(file), {}};
    while (!words.empty() && words.back() == '\0') words.pop_back();
    std::ranges::replace(words, '\0', ' ');
    return words;
}

std::vector<std::string> names()
{
    std::vector<std::string> all;
    for (auto c : all_collectives) all.push_back(name_of(c));
    return all;
}

bool write_all(int to, const std::string& document)
{
    std::size_t done = 0;
    while (done < document.size()) {
        auto n = ::write(to, document.data() + done, document.size() - done);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        done += std::size_t(n);
    }
    return true;
}

// Whole, or what was there before stays.
void write_file(const std::string& file, const std::string& document)
{
    auto part = part_of(file);
    int to = create(part);
    bool written = to >= 0 && write_all(to, document);
    if (to >= 0) written = close(to) == 0 && written;
    if (written && std::rename(part.c_str(), file.c_str()) == 0) return;
    complain("HOCKET_PROFILE: cannot write \"" + file + "\": " + std::strerror(errno));
    if (to >= 0) unlink(part.c_str());
}

} // namespace

std::string profiler::judge(const std::string& file, int rank)
{
    file_ = std::filesystem::absolute(file).string(); // the program may go elsewhere
    if (rank != 0) return {};
    auto wrong = "HOCKET_PROFILE: cannot write \"" + file + "\": ";
    struct stat is;
    if (stat(file_.c_str(), &is) == 0 && !S_ISREG(is.st_mode)) return wrong + "it is no regular file";
    auto part = part_of(file_);
    int to = create(part);
    if (to < 0) return wrong + std::strerror(errno);
    ::close(to);
    unlink(part.c_str());
    return {};
}

void profiler::begin(std::uint64_t node)
{
    int code = make_of_same_ranks(MPI_COMM_WORLD, comm_);
    if (least_of_all(code == MPI_SUCCESS, MPI_COMM_WORLD, 0) == 0)
        return complain("HOCKET_PROFILE: the library gives no communicator; no profile is made");
    mpi.Comm_rank(comm_, &rank_);
    mpi.Comm_size(comm_, &size_);
    where_ = gather_layout(comm_, size_, node);
    clock_ = measure_clock(comm_, *where_, rank_);
    began_ = steady_ns();
    on_ = true;
}

std::unique_ptr<call_profile> profiler::open(MPI_Comm comm, int size)
{
    auto members = ranks_in_world(comm, size);
    std::vector<int> nodes;
    std::string text;
    for (int member : members) {
        if (member < 0 || member >= size_) return nullptr;
        nodes.push_back(where_->node_of(member));
        text.append(reinterpret_cast<const char*>(&member), sizeof member);
    }
    auto where = layout::of(nodes);
    auto group = hash_of(text);
    std::lock_guard held(lock_);
    return std::make_unique<call_profile>(call_profile::place{group, ordinals_[group]++, size, where.nodes(),
                                                              where.text(), size > 1 && opened_++ < most_sampled});
}

void profiler::close(const call_profile& of)
{
    std::lock_guard held(lock_);
    share_.add(of);
}

clock_line profiler::job_time(const clock_offset& last) const
{
    double between = double(last.at - clock_.at);
    return {clock_.at, clock_.shift, between > 0 ? double(last.shift - clock_.shift) / between : 0};
}

profile_message profiler::first(const clock_line& time) const
{
    return share_.first(stopped_ - began_, host_name(), time);
}

void profiler::finish()
{
    if (!on_) return;
    on_ = false;
    auto last = measure_clock(comm_, *where_, rank_);
    auto time = job_time(last);
    std::uint64_t mine = std::uint64_t(std::max(clock_.error, last.error)), error = 0;
    greatest_of_all(&mine, &error, 1, comm_);
    if (rank_ == 0) hear_all(time, std::int64_t(error));
    else tell(time);
    mpi.Comm_free(&comm_);
}

void profiler::tell(const clock_line& time) const
{
    profile_message lasts;
    auto mine = first(time);
    if (mine.size() > std::size_t(INT_MAX)) mine.clear();
    int code = tell_message(mine, 0, comm_);
    if (mine.empty()) return complain("HOCKET_PROFILE: too much for one message; the profile lacks a rank");
    if (code == MPI_SUCCESS) code = hear_message(lasts, 0, comm_);
    if (code == MPI_SUCCESS) code = tell_message(share_.waits(lasts, time), 0, comm_);
    if (code != MPI_SUCCESS) complain("HOCKET_PROFILE: MPI fails; the profile lacks a rank");
}

// One rank after the other, so that room for one is enough.
void profiler::hear_all(const clock_line& time, std::int64_t error)
{
    job_profile job;
    profile_message heard = first(time);
    job.take(0, heard);
    std::vector<int> told; // MPI may fail on the way to others
    for (int other = 1; other < size_; ++other)
        if (hear_message(heard, other, comm_) == MPI_SUCCESS && !heard.empty()) {
            job.take(other, heard);
            told.push_back(other);
        }
    job.take_waits(0, share_.waits(job.last_arrivals(0), time));
    for (int other : told) {
        int code = tell_message(job.last_arrivals(other), other, comm_);
        if (code == MPI_SUCCESS) code = hear_message(heard, other, comm_);
        if (code == MPI_SUCCESS) job.take_waits(other, heard);
    }
    auto library = process::library_text();
    int cores = int(sysconf(_SC_NPROCESSORS_ONLN));
    write_file(file_, job.document({library, program(), size_, where_->nodes(), cores, error, names()}));
}

} // namespace hocket
