/* SPDX-License-Identifier: BSD-3-Clause */
/* Operators of a user's on types of a user's. All but the sum do not commute. */
#ifndef HOCKET_TESTS_MPI_REDUCTION_USERS_H
#define HOCKET_TESTS_MPI_REDUCTION_USERS_H

#include <mpi.h>
#include <stddef.h>

enum { user_kinds = 4, user_commutes = 2 };
extern const char* const user_names[user_kinds];
extern const size_t user_extents[user_kinds];

MPI_Datatype user_type(int kind);
MPI_Op user_op(int kind);
void user_fill(int kind, unsigned char* at, unsigned bits);

#endif
