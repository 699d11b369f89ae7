// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "net/transport.hpp"

namespace hocket {

// One awaitable operation, or none where it is not wanted. Posted by co_await, or before; cancelled if its frame is
// destroyed first.
class [[nodiscard]] op {
public:
    op(transport& port, const request& r, bool wanted = true) : port_(port), request_(r), wanted_(wanted) {}
    // One after the other: each co_await posts what has been assigned before it, as a whole.
    explicit op(transport& port) : port_(port), wanted_(true) {}
    request& asks() { return request_; }
    // Posted here, and awaited later.
    static op begun(transport& port, const request& r) { return {port, r, at_once()}; }
    op(const op&) = delete;
    op& operator=(const op&) = delete;
    ~op()
    {
        if (request_.in_flight()) port_.cancel(request_);
    }

    bool await_ready()
    {
        if (wanted_) post();
        return !request_.in_flight();
    }
    void await_suspend(std::coroutine_handle<> h) noexcept { done_.who = h; }
    void await_resume() noexcept {}

private:
    struct at_once {};
    op(transport& port, const request& r, at_once) : port_(port), request_(r), wanted_(false) { post(); }
    void post()
    {
        done_ = {};
        request_.done = &done_;
        if (port_.post(request_)) request_.done = nullptr;
    }

    transport& port_;
    request request_;
    completion done_;
    bool wanted_;
};

} // namespace hocket
