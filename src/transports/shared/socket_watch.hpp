// SPDX-License-Identifier: BSD-3-Clause
// A sleep that the network ends. A library that speaks over sockets has something to do when one of them has got data,
// or has room again. Nobody tells which sockets are the library's, so all of the process are watched; what belongs to
// others wakes a rank too early now and then.
#pragma once
#include <atomic>
#include <cstdint>

namespace hocket {

class socket_watch {
public:
    socket_watch();
    ~socket_watch();
    socket_watch(const socket_watch&) = delete;
    socket_watch& operator=(const socket_watch&) = delete;

    // Is there a stream to another address, over which messages may come?
    bool has_streams() const { return has_streams_.load(std::memory_order_relaxed); }
    // Until something happens at a socket; ns: at most so long, below a second. What has happened since the last sleep
    // ends it at once. True: something has. Of two threads that sleep one is woken.
    bool sleep(std::int64_t ns);
    // A message has come after a sleep that a socket has ended, or after one that none has. After some in a row that no
    // socket told of they take another way, and has_streams() is false until there are more streams.
    void count_message(bool told);

    // Of this process, to its very end.
    static socket_watch& here();

private:
    void look_for_sockets();
    void count_streams();
    void watch(int socket);

    int set_; // descriptor of an epoll, -1: none to be had
    std::atomic<std::int64_t> next_look_{0}, pause_{0}; // ns
    std::atomic<int> missed_{0}, streams_{0};           // in a row; when they were looked for
    std::atomic<bool> has_streams_{false};
};

} // namespace hocket
