// SPDX-License-Identifier: BSD-3-Clause
#include "interpose/profiler.hpp"
#include "base/words.hpp"
#include "interpose/agreement.hpp"
#include "interpose/collective.hpp"
#include "interpose/messages.hpp"
#include "interpose/node_id.hpp"
#include "interpose/process.hpp"
#include "profile/job_profile.hpp"
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <numeric>
#include <unistd.h>

namespace hocket {

namespace {

std::string part_of(const std::string& file)
{
    return file + ".part";
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
    for (char& c : words)
        if (c == '\0' || c == '\n') c = ' ';
    // A path or an argument may hold anything; a document holds UTF-8.
    for (char& c : words)
        if (static_cast<unsigned char>(c) >= 0x80 || static_cast<unsigned char>(c) < 0x20) c = '?';
    return words;
}

std::vector<int> ranks_in_world(MPI_Comm comm, int size)
{
    MPI_Group mine = MPI_GROUP_NULL, world = MPI_GROUP_NULL;
    std::vector<int> here(std::size_t(size), 0), there(std::size_t(size), MPI_UNDEFINED);
    std::iota(here.begin(), here.end(), 0);
    if (mpi.Comm_group(comm, &mine) == MPI_SUCCESS && mpi.Comm_group(MPI_COMM_WORLD, &world) == MPI_SUCCESS)
        mpi.Group_translate_ranks(mine, size, here.data(), world, there.data());
    for (auto* group : {&mine, &world})
        if (*group != MPI_GROUP_NULL) mpi.Group_free(group);
    return there;
}

std::vector<std::string> names()
{
    std::vector<std::string> all;
    for (auto c : all_collectives) all.push_back(name_of(c));
    return all;
}

void write(const std::string& file, const std::string& document)
{
    auto part = part_of(file);
    bool written = false;
    if (auto* to = std::fopen(part.c_str(), "wb")) {
        written = std::fwrite(document.data(), 1, document.size(), to) == document.size();
        written = std::fclose(to) == 0 && written;
    }
    if (written && std::rename(part.c_str(), file.c_str()) == 0) return;
    complain("HOCKET_PROFILE: cannot write \"" + file + "\": " + std::strerror(errno));
}

} // namespace

std::string profiler::judge(const std::string& file, int rank)
{
    if (rank != 0) return {};
    auto part = part_of(file);
    int descriptor = ::open(part.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor < 0) return "HOCKET_PROFILE: cannot write \"" + file + "\": " + std::strerror(errno);
    ::close(descriptor);
    unlink(part.c_str());
    return {};
}

void profiler::begin(std::uint64_t node)
{
    MPI_Group all = MPI_GROUP_NULL;
    int code = mpi.Comm_group(MPI_COMM_WORLD, &all);
    if (code == MPI_SUCCESS) code = mpi.Comm_create(MPI_COMM_WORLD, all, &comm_);
    if (all != MPI_GROUP_NULL) mpi.Group_free(&all);
    if (code == MPI_SUCCESS) code = mpi.Comm_set_errhandler(comm_, MPI_ERRORS_RETURN);
    if (code != MPI_SUCCESS) return complain("HOCKET_PROFILE: the library gives no communicator; no profile is made");
    mpi.Comm_rank(comm_, &rank_);
    mpi.Comm_size(comm_, &size_);
    where_ = gather_layout(comm_, size_, node);
    clock_ = measure_clock(comm_, *where_, rank_);
    began_ = node_time();
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
    return std::make_unique<call_profile>(
        call_profile::place{group, ordinals_[group]++, size, where.nodes(), where.text(), opened_++ < most_sampled});
}

void profiler::close(const call_profile& of, const rank_share::namer& name)
{
    std::lock_guard held(lock_);
    share_.add(of, name);
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

void profiler::finish(const std::string& file)
{
    if (!on_) return;
    on_ = false;
    auto last = measure_clock(comm_, *where_, rank_);
    auto time = job_time(last);
    std::uint64_t mine = std::uint64_t(std::max(clock_.error, last.error)), error = 0;
    greatest_of_all(&mine, &error, 1, comm_);
    if (rank_ == 0) hear_all(file, share_, time, std::int64_t(error));
    else tell(time);
    mpi.Comm_free(&comm_);
}

void profiler::tell(const clock_line& time) const
{
    profile_message lasts;
    int code = tell_message(first(time), 0, comm_);
    if (code == MPI_SUCCESS) code = hear_message(lasts, 0, comm_);
    if (code == MPI_SUCCESS) code = tell_message(share_.waits(lasts, time), 0, comm_);
    if (code != MPI_SUCCESS) complain("HOCKET_PROFILE: MPI fails; the profile lacks a rank");
}

// One rank after the other, so that room for one is enough.
void profiler::hear_all(const std::string& file, const rank_share& own, const clock_line& time, std::int64_t error)
{
    job_profile job;
    profile_message heard = first(time);
    job.take(0, heard);
    for (int other = 1; other < size_; ++other)
        if (hear_message(heard, other, comm_) == MPI_SUCCESS) job.take(other, heard);
    job.take_waits(0, own.waits(job.last_arrivals(0), time));
    for (int other = 1; other < size_; ++other) {
        int code = tell_message(job.last_arrivals(other), other, comm_);
        if (code == MPI_SUCCESS) code = hear_message(heard, other, comm_);
        if (code == MPI_SUCCESS) job.take_waits(other, heard);
    }
    auto library = process::library_text();
    int cores = int(sysconf(_SC_NPROCESSORS_ONLN));
    write(file, job.document({library, program(), size_, where_->nodes(), cores, error, names()}));
}

} // namespace hocket
