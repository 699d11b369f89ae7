// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "base/result.hpp"
#include <stdexcept>

namespace hocket {

// Ends a command with one sentence and exit status 2.
struct wrong_usage : std::runtime_error {
    using std::runtime_error::runtime_error;
};

template <class T> T need(result<T> r)
{
    if (!r) throw wrong_usage(r.error().what);
    return *std::move(r);
}

} // namespace hocket
