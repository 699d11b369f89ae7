// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "async/task.hpp"
#include "net/request.hpp"

namespace hocket {

// What has ended when the call returns. False: it has failed, and nothing more may be asked.
class prompt {
public:
    virtual ~prompt() = default;
    virtual bool now(request& r) = 0;
    virtual bool now(task work) = 0;
};

} // namespace hocket
