/* SPDX-License-Identifier: BSD-3-Clause */
/* A program that was compiled with a newer hocket.h than the Hocket that it runs under, or that runs without one. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static void* find(void* library, const char* name);
#define dlsym find
#include "hocket/hocket.h"
#undef dlsym

static int is_there, searches;
static struct hocket_api table = {"an older one"};

static const struct hocket_api* first_version(int version)
{
    return version == 1 ? &table : NULL;
}

static void* find(void* library, const char* name)
{
    union {
        const struct hocket_api* (*function)(int);
        void* object;
    } found = {first_version};
    ++searches;
    return library == NULL && strcmp(name, "hocket_api_of") == 0 && is_there ? found.object : NULL;
}

static void must(int holds, const char* what)
{
    if (holds) return;
    fprintf(stderr, "FAILED: %s\n", what);
    exit(1);
}

static int knows_streams(void)
{
    const char* said = hocket_allreduce_on_stream(NULL, NULL, 0, MPI_INT, MPI_SUM, MPI_COMM_WORLD, NULL);
    const char* other = hocket_reduce_on_stream(NULL, NULL, 0, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD, NULL);
    const char* none = "this program runs without Hocket, or with one that knows no streams";
    return strcmp(said, none) != 0 || strcmp(other, none) != 0;
}

int main(void)
{
    must(!hocket_here() && !knows_streams(), "no Hocket");
    is_there = 1;
    must(hocket_here() == &table, "the table of an older one");
    must(!knows_streams(), "functions that it does not have");
    int before = searches;
    for (int i = 0; i < 10; ++i) must(hocket_here() == &table, "the same table again");
    must(searches == before, "a search at every call");
    puts("ok");
    return 0;
}
