// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

namespace hocket {

// What went wrong in a world, by kind and in words:
//   deadlock   nothing can complete any more          length   the halves of a message disagree
//   overlap    a buffer is used twice at once         guard    written outside the buffers
//   peer       a message to a rank that is not there  data     wrong bytes afterwards
//   cancelled  given up before it completed           endless  more operations than the limit allows
//   cost       counted and declared costs differ      not exhausted  more orders than the limit allows
//   early      ranks go on from a barrier that one rank has not reached
//   sizes      a rank has other bytes than the root expects, or has and nobody notices
struct trouble {
    std::string kind, detail;
};

} // namespace hocket
