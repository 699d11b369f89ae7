// SPDX-License-Identifier: BSD-3-Clause
// Computing of a known amount, beside which a nonblocking collective may go on.
#pragma once

namespace hocket::bench {

// An amount, not a time: what takes the processor away meanwhile makes it longer.
class labour {
public:
    labour(); // measures how fast this rank computes

    void lasts(double seconds) { steps_ = long(seconds * per_second_); }
    void run() { compute(steps_); }

private:
    void compute(long steps);

    double per_second_ = 0, state_ = 1;
    long steps_ = 0;
};

} // namespace hocket::bench
