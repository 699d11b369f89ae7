// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "net/transport.hpp"

namespace hocket {

// A transport of a real machine, as the driver sees it.
class engine : public transport {
public:
    // Looks once at what is in flight and resumes whoever can go on; at `all` also where it looks seldom, for after a
    // sleep many looks are due. False: nothing had happened.
    virtual bool progress(bool all) = 0;
    // Is all that it waits for with the library, and with nobody who shares memory with this rank?
    virtual bool awaits_messages_only() const = 0;
    // The error code that stopped it, 0 while all is well. After a failure nothing more is posted or resumed, and
    // the driver destroys the task.
    virtual int failure() const noexcept = 0;
};

// Stands between an algorithm's buffer and the bytes that it is a picture of: non-contiguous data is packed just
// before a message needs it and unpacked as it arrives. Or a part of it has not been moved there yet.
class staging {
public:
    virtual ~staging() = default;
    virtual void before_reading(cbytes part) = 0;
    // Where its bytes are to be had from, if not there; after_reading() then names that place.
    virtual const std::byte* source_of(cbytes part)
    {
        before_reading(part);
        return part.data();
    }
    virtual void after_reading(cbytes) {}
    virtual void after_writing(cbytes part) = 0;
};

} // namespace hocket
