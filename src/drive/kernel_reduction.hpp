// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "drive/operators.hpp"
#include "net/request.hpp"

namespace hocket {

// By a kernel of ours.
class kernel_reduction : public reduction {
public:
    kernel_reduction() : reduction{} {}
    explicit kernel_reduction(const operator_use& use) : reduction{run, use.element, use.commutative}, by_(use.run) {}

private:
    static void run(const reduction& self, bytes out, cbytes low, cbytes high)
    {
        static_cast<const kernel_reduction&>(self).by_->combine(out.data(), low.data(), high.data(),
                                                                out.size() / self.element);
    }

    const kernel* by_ = nullptr;
};

} // namespace hocket
