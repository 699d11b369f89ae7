// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace hocket {

// What has to happen before an operation begins, each time, and after it has ended well. Both return MPI's error codes.
class surroundings {
public:
    virtual ~surroundings() = default;
    virtual int before() = 0;
    virtual int after() = 0;
};

} // namespace hocket
