/* SPDX-License-Identifier: BSD-3-Clause */
/* An algorithm for one collective of a communicator, by the info key; and arguments COLLECTIVE=SPEC that ask for it. */
#ifndef HOCKET_TESTS_MPI_FORCED_H
#define HOCKET_TESTS_MPI_FORCED_H

#include <mpi.h>
#include <stdio.h>
#include <string.h>

/* The ranks of `parent`; an empty SPEC: as the settings say. Null where the library gives no communicator. */
static inline MPI_Comm forced(MPI_Comm parent, const char* collective, const char* spec)
{
    char key[64];
    MPI_Info info;
    MPI_Comm made = MPI_COMM_NULL;
    MPI_Info_create(&info);
    snprintf(key, sizeof key, "hocket_%s", collective);
    if (*spec) MPI_Info_set(info, key, spec);
    if (MPI_Comm_dup_with_info(parent, info, &made) != MPI_SUCCESS) made = MPI_COMM_NULL;
    MPI_Info_free(&info);
    return made;
}

/* Which of the names an argument asks for, and the SPEC. Ends the job where it is none of them. */
static inline int asked_for(const char* argument, const char* const* names, int how_many, const char** spec)
{
    size_t length = strcspn(argument, "=");
    *spec = argument + length + (argument[length] == '=');
    for (int i = 0; i < how_many; ++i)
        if (strlen(names[i]) == length && strncmp(argument, names[i], length) == 0) return i;
    fprintf(stderr, "no such collective: %s\n", argument);
    MPI_Abort(MPI_COMM_WORLD, 2);
    return -1;
}

#endif
