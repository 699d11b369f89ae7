// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "net/transport.hpp"

namespace hocket {

// One awaitable operation, or none where it is not wanted. Posted by co_await; cancelled if its frame is destroyed
// first.
class [[nodiscard]] op {
public:
    op(transport& port, const request& r, bool wanted = true) : port_(port), request_(r), wanted_(wanted) {}
    op(const op&) = delete;
    op& operator=(const op&) = delete;
    ~op()
    {
        if (request_.in_flight()) port_.cancel(request_);
    }

    bool await_ready()
    {
        if (!wanted_) return true;
        request_.done = &done_;
        if (!port_.post(request_)) return false;
        request_.done = nullptr;
        return true;
    }
    void await_suspend(std::coroutine_handle<> h) noexcept { done_.who = h; }
    void await_resume() noexcept {}

private:
    transport& port_;
    request request_;
    completion done_;
    bool wanted_;
};

} // namespace hocket
