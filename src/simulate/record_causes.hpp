// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "async/task.hpp"
#include "net/request.hpp"
#include <unordered_map>
#include <vector>

namespace hocket {

// Which operations of a rank had to complete before its coroutines could post the next one.
//
// Every operation suspends the coroutine that awaits it, so whoever runs has been resumed by known completions, and
// all that it posts until it suspends again requires them. A coroutine that ends hands over to the one that awaits
// it; that is seen by putting a completion of our own in the place of the awaited one while the coroutine runs. So
// lanes that run side by side do not wait for each other in the record unless they do in the text.
class causality {
public:
    using causes = std::vector<int>; // operations of one rank, by index

    // Runs the root task of a rank until it first suspends.
    void start(task& whole, completion& end);
    // What an operation posted now requires.
    const causes& now() const { return now_; }
    void posted(request& r, int operation);
    void cancelled(request& r) { std::erase(fresh_, &r); }
    // Ends r and resumes whom that concerns.
    void completed(request& r);

private:
    using handle = std::coroutine_handle<>;
    struct shared_completion {
        causes operations, under; // under: what the last of them requires
    };

    void go_on(handle who, causes since, const causes& unawaited);
    void remember_fresh(handle until, completion* root);

    causes now_;
    std::vector<request*> fresh_; // posted by whoever runs now and by its new children
    std::unordered_map<void*, causes> seen_; // by suspended coroutine
    std::unordered_map<completion*, shared_completion> shared_;
    std::unordered_map<completion*, causes> joined_; // of children that have ended before their siblings
    std::vector<causes> unawaited_; // by rank: completed before anybody awaited them
};

} // namespace hocket
