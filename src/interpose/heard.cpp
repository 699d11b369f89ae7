// SPDX-License-Identifier: BSD-3-Clause
// What the process tells the program of itself.
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

const char* process::keep_text(const std::string& text)
{
    std::lock_guard held(lock_);
    return texts_.insert(text).first->c_str();
}

} // namespace hocket
