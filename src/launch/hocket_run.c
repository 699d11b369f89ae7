/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * hocket-run [OPTIONS] [--] PROGRAM ARGUMENTS: puts Hocket under an MPI program. Options become HOCKET_ variables,
 * libhocket.so goes to the front of LD_PRELOAD, and the program takes the place of this one.
 */
#define _GNU_SOURCE
#include "hocket/version.h"
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { wrong_usage = 2, cannot_run = 126, not_found = 127 };

static const char usage[] =
    "usage: hocket-run [OPTIONS] [--] PROGRAM [ARGUMENTS]\n"
    "\n"
    "Runs an unmodified MPI program with Hocket underneath, under any launcher:\n"
    "    mpiexec -n 64 hocket-run ./app\n"
    "\n"
    "  --bcast SPEC        broadcast by this algorithm (HOCKET_BCAST); see: hocket list bcast\n"
    "  --gather SPEC, --allreduce SPEC, --reduce_scatter_block SPEC, ...\n"
    "                      the same for every other collective (HOCKET_GATHER and so on)\n"
    "  --off LIST          leave these collectives, or all, to the MPI library (HOCKET_OFF)\n"
    "  --table FILE        a tuning table (HOCKET_TABLE)\n"
    "  --explain[=1|2|FILE] tell what runs and why (HOCKET_EXPLAIN)\n"
    "  --adapt             try choices against others while the program runs (HOCKET_ADAPT)\n"
    "  --profile FILE      count the collectives and where their time goes (HOCKET_PROFILE)\n"
    "  --verify            check every call and its result (HOCKET_VERIFY)\n"
    "  --dry               choose and explain, but run the library's own (HOCKET_DRY)\n"
    "  --reproducible      reductions bracket by rank alone (HOCKET_REPRODUCIBLE)\n"
    "  --plugin FILE       algorithms out of a shared library (HOCKET_PLUGIN)\n"
    "  --machine NAME      choose for this machine, or that of a file (HOCKET_MACHINE)\n"
    "  --version, --help\n"
    "\n"
    "Exit status: the program's; 2 wrong usage, 126 the program cannot be run, 127 there is no such program.\n";

struct option {
    const char *name, *variable;
    const char* standard; /* value where none is given; null: one must be */
    int takes_value;
};

static const struct option options[] = {
    {"--off", "HOCKET_OFF", NULL, 1},
    {"--table", "HOCKET_TABLE", NULL, 1},
    {"--explain", "HOCKET_EXPLAIN", "1", 1},
    {"--adapt", "HOCKET_ADAPT", "1", 0},
    {"--profile", "HOCKET_PROFILE", NULL, 1},
    {"--verify", "HOCKET_VERIFY", "1", 0},
    {"--dry", "HOCKET_DRY", "1", 0},
    {"--reproducible", "HOCKET_REPRODUCIBLE", "1", 0},
    {"--plugin", "HOCKET_PLUGIN", NULL, 1},
    {"--machine", "HOCKET_MACHINE", NULL, 1},
    {"--barrier", "HOCKET_BARRIER", NULL, 1},
    {"--bcast", "HOCKET_BCAST", NULL, 1},
    {"--gather", "HOCKET_GATHER", NULL, 1},
    {"--gatherv", "HOCKET_GATHERV", NULL, 1},
    {"--scatter", "HOCKET_SCATTER", NULL, 1},
    {"--scatterv", "HOCKET_SCATTERV", NULL, 1},
    {"--allgather", "HOCKET_ALLGATHER", NULL, 1},
    {"--allgatherv", "HOCKET_ALLGATHERV", NULL, 1},
    {"--reduce", "HOCKET_REDUCE", NULL, 1},
    {"--allreduce", "HOCKET_ALLREDUCE", NULL, 1},
    {"--reduce_scatter_block", "HOCKET_REDUCE_SCATTER_BLOCK", NULL, 1},
    {"--reduce_scatter", "HOCKET_REDUCE_SCATTER", NULL, 1},
    {"--scan", "HOCKET_SCAN", NULL, 1},
    {"--exscan", "HOCKET_EXSCAN", NULL, 1},
    {"--alltoall", "HOCKET_ALLTOALL", NULL, 1},
    {"--alltoallv", "HOCKET_ALLTOALLV", NULL, 1},
    {"--alltoallw", "HOCKET_ALLTOALLW", NULL, 1},
    {"--neighbor_allgather", "HOCKET_NEIGHBOR_ALLGATHER", NULL, 1},
    {"--neighbor_allgatherv", "HOCKET_NEIGHBOR_ALLGATHERV", NULL, 1},
    {"--neighbor_alltoall", "HOCKET_NEIGHBOR_ALLTOALL", NULL, 1},
    {"--neighbor_alltoallv", "HOCKET_NEIGHBOR_ALLTOALLV", NULL, 1},
    {"--neighbor_alltoallw", "HOCKET_NEIGHBOR_ALLTOALLW", NULL, 1},
};

static void fail(int status, const char* what, const char* about)
{
    fprintf(stderr, "hocket-run: %s%s\n", what, about);
    if (status == wrong_usage) fputs("Try: hocket-run --help\n", stderr);
    exit(status);
}

/* The option that `word` is, alone or followed by =VALUE. */
static const struct option* find_option(const char* word, size_t length)
{
    for (size_t i = 0; i < sizeof options / sizeof *options; ++i)
        if (strlen(options[i].name) == length && strncmp(options[i].name, word, length) == 0) return &options[i];
    return NULL;
}

/* Returns how many words were used. */
static int take_option(char** words)
{
    size_t length = strcspn(words[0], "=");
    const struct option* o = find_option(words[0], length);
    if (!o) fail(wrong_usage, "no such option: ", words[0]);
    const char* value = words[0][length] == '=' ? words[0] + length + 1 : NULL;
    if (value && !o->takes_value) fail(wrong_usage, "no value is wanted for ", o->name);
    int used = 1;
    if (!value) value = o->standard;
    if (!value) value = words[used++];
    if (!value) fail(wrong_usage, "a value is missing after ", o->name);
    setenv(o->variable, value, 1);
    return used;
}

static int folder_of_this_program(char* folder)
{
    ssize_t n = readlink("/proc/self/exe", folder, PATH_MAX - 1);
    if (n <= 0) return 0;
    folder[n] = '\0';
    *strrchr(folder, '/') = '\0';
    return 1;
}

/* In ../lib as installed, or beside this program. */
static void find_library(char* path, size_t room)
{
    static const char* const places[] = {"/../lib/libhocket.so", "/libhocket.so", "/../lib64/libhocket.so"};
    char folder[PATH_MAX], candidate[PATH_MAX + 32];
    if (!folder_of_this_program(folder)) fail(cannot_run, "cannot read ", "/proc/self/exe");
    for (size_t i = 0; i < sizeof places / sizeof *places; ++i) {
        snprintf(candidate, sizeof candidate, "%s%s", folder, places[i]);
        char* whole = realpath(candidate, NULL);
        if (!whole) continue;
        snprintf(path, room, "%s", whole);
        free(whole);
        return;
    }
    fail(cannot_run, "libhocket.so is neither in ../lib nor beside this program, in ", folder);
}

static void preload(void)
{
    char library[PATH_MAX];
    find_library(library, sizeof library);
    if (strpbrk(library, " :")) fail(cannot_run, "LD_PRELOAD takes no path with a blank or a colon: ", library);
    const char* others = getenv("LD_PRELOAD");
    char* all = NULL;
    if (asprintf(&all, others && *others ? "%s:%s" : "%s", library, others) < 0) fail(cannot_run, "no memory", "");
    setenv("LD_PRELOAD", all, 1);
    free(all);
}

int main(int argc, char** argv)
{
    int at = 1;
    while (at < argc && argv[at][0] == '-' && strcmp(argv[at], "--") != 0) {
        if (strcmp(argv[at], "--help") == 0 || strcmp(argv[at], "-h") == 0) return fputs(usage, stdout), 0;
        if (strcmp(argv[at], "--version") == 0) return puts("hocket " HOCKET_VERSION), 0;
        at += take_option(argv + at);
    }
    if (at < argc && strcmp(argv[at], "--") == 0) ++at;
    if (at >= argc) fail(wrong_usage, "no program is named", "");
    preload();
    execvp(argv[at], argv + at);
    fprintf(stderr, "hocket-run: %s: %s\n", argv[at], strerror(errno));
    return errno == ENOENT ? not_found : cannot_run;
}
