// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "drive/operators.hpp"
#include "net/request.hpp"

namespace hocket {

// By a kernel of ours, unless `other` says how else.
class kernel_reduction : public reduction {
public:
    kernel_reduction() : reduction{} {}
    explicit kernel_reduction(const operator_use& use, decltype(apply) other = by_kernel)
        : reduction{other, use.element, use.commutative}, kernel_(use.run)
    {
    }

protected:
    static void by_kernel(const reduction& self, bytes out, cbytes low, cbytes high)
    {
        auto* kernel = static_cast<const kernel_reduction&>(self).kernel_;
        kernel->combine(out.data(), low.data(), high.data(), out.size() / self.element);
    }

private:
    const kernel* kernel_ = nullptr;
};

} // namespace hocket
