// SPDX-License-Identifier: BSD-3-Clause
// What the process tells the program of itself.
#include "interpose/explain.hpp"
#include "interpose/process.hpp"

namespace hocket {

void process::listen(listener to)
{
    listener_ = to;
    communicators_.for_each([](communicator& one) { one.watch_again(); });
}

void process::add_counts(tally& to)
{
    communicators_.for_each([&](communicator& one) { to.add(one.counts()); });
    {
        std::lock_guard held(lock_);
        for (auto* some : {&leaving_, &buried_})
            for (auto& one : *some) to.add(one->counts());
    }
    std::lock_guard held(gone_lock_);
    to.add(gone_);
}

void process::count_gone(const tally& of)
{
    std::lock_guard held(gone_lock_);
    gone_.add(of);
}

void process::count_heard(const heard_of& more)
{
    std::lock_guard held(gone_lock_);
    heard_.tells += more.tells;
    heard_.parts += more.parts;
}

// Of nothing there is nothing to say.
void process::tell_heard()
{
    if (!first_of_world_ || heard_.tells == 0) return;
    auto parts = heard_.parts > 0 ? ", " + std::to_string(heard_.parts) + " of them parts of deals" : "";
    explain(settings_, "in all, rank 0 heard " + std::to_string(heard_.tells) + " tells of ranks of its node" + parts);
}

void process::count_told(const std::string& collective, const std::string& algorithm)
{
    if (!first_of_world_) return;
    std::lock_guard held(lock_);
    ++told_[collective][algorithm];
}

// "in all, calls of rank 0 that were chosen for: bcast 120 (chain 100, native 20)"
void process::tell_counts()
{
    for (auto& [collective, algorithms] : told_) {
        std::uint64_t all = 0;
        std::string each;
        for (auto& [name, calls] : algorithms) {
            all += calls;
            each += (each.empty() ? "" : ", ") + name + " " + std::to_string(calls);
        }
        explain(settings_, "in all, calls of rank 0 that were chosen for: " + collective + " " + std::to_string(all) +
                               " (" + each + ")");
    }
}

const char* process::keep_text(const std::string& text)
{
    std::lock_guard held(lock_);
    return texts_.insert(text).first->c_str();
}

} // namespace hocket
