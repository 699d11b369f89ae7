// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <atomic>
#include <functional>
#include <vector>

namespace hocket {

class multicast_links;

// All communicators of a process whose ranks may leave small messages before others have them: whoever makes the
// library's progress serves those.
class cast_keeper {
public:
    void add(multicast_links& one);
    void remove(multicast_links& one);
    // From inside the library's progress, by any thread. True: something has happened.
    bool poll();
    // One of them begins to owe something, or ends to.
    void note(bool owes)
    {
        owing_ += owes ? 1 : -1;
        if (owes && left_) left_();
    }
    bool owes() const { return owing_ > 0; }
    // Called whenever one begins to owe, from within its calls.
    void when_one_owes(std::function<void()> call) { left_ = std::move(call); }
    // Until nobody needs anything of this process any longer.
    void settle();

private:
    class turn;
    std::atomic_flag taken_;
    std::vector<multicast_links*> all_;
    std::atomic<int> owing_ = 0;
    std::function<void()> left_;
};

} // namespace hocket
