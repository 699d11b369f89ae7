/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "interpose/door/door.h"
#include <fnmatch.h>
#include <link.h>
#include <string.h>

/* In order of preference: a library of the standard ABI may stand on one of the others. */
static const struct known {
    const char *name, *abi;
} known[] = {
    {"libmpi_abi.so*", "abi"},    {"libmpi.so.40*", "ompi"},       {"libmpi.so.12*", "mpich"},
    {"libmpich.so.12*", "mpich"}, {"libmpi_cray.so.12*", "mpich"}, {"libmpi_gnu*.so.12*", "mpich"},
};
enum { kinds = sizeof known / sizeof *known };

struct search {
    int best;
    struct hocket_library found;
};

static int look_at(struct dl_phdr_info* object, size_t size, void* arg)
{
    (void)size;
    struct search* s = arg;
    const char* slash = strrchr(object->dlpi_name, '/');
    const char* name = slash ? slash + 1 : object->dlpi_name;
    for (int i = 0; i < s->best; ++i) {
        if (fnmatch(known[i].name, name, 0) != 0 || strlen(object->dlpi_name) >= sizeof s->found.path) continue;
        s->best = i;
        s->found.abi = known[i].abi;
        strcpy(s->found.path, object->dlpi_name);
    }
    return 0;
}

struct hocket_library hocket_find_mpi(void)
{
    struct search s = {.best = kinds};
    dl_iterate_phdr(look_at, &s);
    return s.found;
}
