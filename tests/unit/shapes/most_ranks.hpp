// SPDX-License-Identifier: BSD-3-Clause
// How far tests of shapes count.
#pragma once

namespace hocket {

constexpr int most = 512;

} // namespace hocket
