// SPDX-License-Identifier: BSD-3-Clause
// The leader of each group of ranks in turn broadcasts BYTES to all ranks: a common pattern of solvers that gather
// something per node and share it out. Every byte received is compared with what its root must have sent.
//
//     mpicc -O2 rotating_root.c -o rotating_root
//     mpiexec -n 8 ./rotating_root --every 2
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    long bytes;  // of one broadcast
    int every;   // each rank that is a multiple of this leads a group
    int rounds;  // how often every leader has its turn
    int json;
} options;

static const char usage[] = "usage: rotating_root [--bytes N] [--every K] [--rounds R] [--json]\n"
                            "  --bytes N   size of each broadcast (1221360)\n"
                            "  --every K   every K-th rank leads a group and broadcasts in turn (2)\n"
                            "  --rounds R  times round all leaders (3)\n"
                            "example: mpiexec -n 8 ./rotating_root --every 2 --json\n";

static int wrong(const char* word)
{
    fprintf(stderr, "rotating_root: '%s' is not an option with a positive number\n%s", word, usage);
    return 2;
}

static int parse(int argc, char** argv, options* o)
{
    for (int i = 1; i < argc; ++i) {
        if (!strcmp(argv[i], "--json")) {
            o->json = 1;
            continue;
        }
        char* end = NULL;
        long value = i + 1 < argc ? strtol(argv[i + 1], &end, 10) : 0;
        if (value < 1 || value > INT32_MAX || *end) return wrong(argv[i]);
        if (!strcmp(argv[i], "--bytes")) o->bytes = value;
        else if (!strcmp(argv[i], "--every")) o->every = (int)value;
        else if (!strcmp(argv[i], "--rounds")) o->rounds = (int)value;
        else return wrong(argv[i]);
        ++i;
    }
    return 0;
}

// What byte i of a broadcast by this root in this round has to be.
static unsigned char expected(long i, int root, int round)
{
    uint32_t x = (uint32_t)i * 2654435761u + (uint32_t)root * 40503u + (uint32_t)round * 977u;
    return (unsigned char)(x >> 24 ^ x >> 13);
}

// FNV-1a over all that a rank receives.
static uint64_t digest(uint64_t so_far, const unsigned char* data, long bytes)
{
    for (long i = 0; i < bytes; ++i) so_far = (so_far ^ data[i]) * 1099511628211u;
    return so_far;
}

typedef struct {
    uint64_t checksum;
    long wrong_bytes;
} received;

// One broadcast from a common start; the time of this rank in microseconds.
static double broadcast(unsigned char* data, const options* o, int root, int round, received* got)
{
    int me;
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    for (long i = 0; i < o->bytes; ++i) data[i] = me == root ? expected(i, root, round) : 0xAA;
    MPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime();
    MPI_Bcast(data, (int)o->bytes, MPI_BYTE, root, MPI_COMM_WORLD);
    double elapsed = (MPI_Wtime() - start) * 1e6;
    MPI_Barrier(MPI_COMM_WORLD); // where ranks share processors, comparing must not slow those who still receive
    for (long i = 0; i < o->bytes; ++i) got->wrong_bytes += data[i] != expected(i, root, round);
    got->checksum = digest(got->checksum, data, o->bytes);
    return elapsed;
}

// times[round * leaders + k]: slowest rank in the broadcast of the k-th leader.
static void print_text(const options* o, int leaders, const double* times)
{
    printf("# %ld bytes from each of %d roots, us, the slowest rank\n#%7s", o->bytes, leaders, "root");
    for (int round = 0; round < o->rounds; ++round) printf("     round %d", round);
    for (int k = 0; k < leaders; ++k) {
        printf("\n%8d", k * o->every);
        for (int round = 0; round < o->rounds; ++round) printf(" %11.1f", times[round * leaders + k]);
    }
    printf("\n");
}

static void print_json_times(const options* o, int leaders, const double* times)
{
    printf("\"times_us\":[");
    for (int round = 0; round < o->rounds; ++round) {
        printf("%s[", round ? "," : "");
        for (int k = 0; k < leaders; ++k) printf("%s%.3f", k ? "," : "", times[round * leaders + k]);
        printf("]");
    }
    printf("],");
}

// Rank 0 tells all; returns the number of wrong bytes anywhere.
static long report(const options* o, int leaders, const double* times, const received* all, int ranks)
{
    long wrong_bytes = 0;
    double total = 0;
    for (int r = 0; r < ranks; ++r) wrong_bytes += all[r].wrong_bytes;
    for (int i = 0; i < leaders * o->rounds; ++i) total += times[i];
    if (o->json) {
        printf("{\"program\":\"rotating_root\",\"ranks\":%d,\"bytes\":%ld,\"every\":%d,", ranks, o->bytes, o->every);
        print_json_times(o, leaders, times);
        printf("\"total_us\":%.3f,\"wrong_bytes\":%ld,\"checksums\":[", total, wrong_bytes);
        for (int r = 0; r < ranks; ++r) printf("%s\"%016llx\"", r ? "," : "", (unsigned long long)all[r].checksum);
        printf("]}\n");
    } else {
        print_text(o, leaders, times);
        printf("total %.1f us, %ld wrong bytes, checksum of rank 0 %016llx\n", total, wrong_bytes,
               (unsigned long long)all[0].checksum);
    }
    return wrong_bytes;
}

static long run(const options* o)
{
    int me, ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int leaders = (ranks + o->every - 1) / o->every, turns = leaders * o->rounds;
    unsigned char* data = malloc((size_t)o->bytes);
    double* mine = malloc(sizeof *mine * (size_t)turns);
    double* slowest = malloc(sizeof *slowest * (size_t)turns);
    received* all = malloc(sizeof *all * (size_t)ranks);
    received got = {14695981039346656037u, 0};
    for (int turn = 0; turn < turns; ++turn)
        mine[turn] = broadcast(data, o, turn % leaders * o->every, turn / leaders, &got);
    MPI_Reduce(mine, slowest, turns, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    MPI_Gather(&got, sizeof got, MPI_BYTE, all, sizeof got, MPI_BYTE, 0, MPI_COMM_WORLD);
    long wrong_bytes = me == 0 ? report(o, leaders, slowest, all, ranks) : 0;
    free(all);
    free(slowest);
    free(mine);
    free(data);
    return wrong_bytes;
}

int main(int argc, char** argv)
{
    options o = {.bytes = 1221360, .every = 2, .rounds = 3, .json = 0};
    for (int i = 1; i < argc; ++i)
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) return fputs(usage, stdout) < 0;
    int status = parse(argc, argv, &o);
    if (status) return status;
    MPI_Init(&argc, &argv);
    long wrong_bytes = run(&o);
    MPI_Finalize();
    return wrong_bytes != 0;
}
