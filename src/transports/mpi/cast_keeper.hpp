// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <atomic>
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
    // Until nobody needs anything of this process any longer.
    void settle();

private:
    class turn;
    std::atomic_flag taken_;
    std::vector<multicast_links*> all_;
};

} // namespace hocket
