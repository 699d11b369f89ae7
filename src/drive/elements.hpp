// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "drive/user_data.hpp"

namespace hocket {

// Whole elements of a user's buffer, to and from plain bytes. `comm` is where a giant element is sent to oneself.
// The functions return MPI's error code.
class elements {
public:
    elements(const user_data& user, MPI_Comm comm);
    int pack(std::size_t first, std::size_t n, std::byte* to) const { return move(first, n, to, true); }
    int unpack(std::size_t first, std::size_t n, std::byte* from) const { return move(first, n, from, false); }

private:
    int move(std::size_t first, std::size_t n, std::byte* plain, bool packing) const;
    int move_some(void* theirs, std::size_t n, std::byte* plain, bool packing) const;
    int move_from_bottom(int n, std::byte* plain, int size, bool packing) const;
    int move_giant(void* theirs, std::byte* plain, bool packing) const;

    user_data user_;
    MPI_Comm comm_;
    MPI_Count extent_ = 0;
};

} // namespace hocket
