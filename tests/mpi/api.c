/* SPDX-License-Identifier: BSD-3-Clause */
/* The functions of hocket.h, whatever they are asked. Without Hocket the program only says that it is alone. */
#include "hocket/hocket.h"
#include "must.h"
#include <string.h>

static const struct hocket_api* hocket;

static void says(const char* trouble, const char* start)
{
    must(trouble && strncmp(trouble, start, strlen(start)) == 0, start);
}

/* --- the catalogue --- */

static int entries, with_knomial;

static void see_entry(const struct hocket_entry* e, void* with)
{
    must(with == &entries, "the caller's pointer comes back");
    must(strcmp(e->collective, "bcast") == 0, "only what was asked for");
    must(*e->name && e->parameters && *e->source && *e->rounds, "no empty text");
    ++entries;
    with_knomial += strcmp(e->parameters, "k=2, segment=0") == 0 && strcmp(e->name, "knomial") == 0;
}

static void count_entry(const struct hocket_entry* e, void* with)
{
    (void)e;
    ++*(int*)with;
}

static void lists(void)
{
    int all = 0;
    must(!hocket->list("bcast", see_entry, &entries), "list");
    must(entries > 10 && with_knomial == 1, "bcast has its entries");
    must(!hocket->list(NULL, count_entry, &all) && all > 5 * entries, "all collectives have more");
    says(hocket->list("bcats", see_entry, NULL), "unknown collective \"bcats\"; nearest: bcast; valid: barrier, bcast");
    says(hocket->list("bcast", NULL, NULL), "no function is given");
}

/* --- choices --- */

static void broadcast(MPI_Comm comm, int count)
{
    static char data[1 << 16];
    memset(data, rank == 0 ? 7 : 0, sizeof data);
    MPI_Bcast(data, count, MPI_CHAR, 0, comm);
    for (int i = 0; i < count; ++i) must(data[i] == 7, "the data arrive");
}

static void chooses(MPI_Comm comm)
{
    struct hocket_choice now;
    says(hocket->explain(comm, "bcast", 8, &now), "no collective has run on this communicator yet");
    must(!hocket->choose(comm, "bcast", "binomial"), "an alias is a SPEC");
    broadcast(comm, 100);
    must(!hocket->explain(comm, "bcast", 8, &now), "after the first call");
    must(strcmp(now.algorithm, "knomial") == 0, "canonical");
    must(strcmp(now.reason, "info key hocket_bcast") == 0 && now.from <= 8 && now.to > 8, "who says so, and for what");
    says(hocket->choose(comm, "bcast", "knomal:k=4"), "unknown bcast algorithm \"knomal\"; nearest: knomial");
    says(hocket->choose(comm, "bcast", "knomial:k=0"), "k=0 in knomial: valid are 2 to 1024");
    says(hocket->choose(comm, "bcast", ""), "no SPEC is given");
    says(hocket->choose(comm, "broadcast", "flat"), "unknown collective \"broadcast\"");
    says(hocket->choose(MPI_COMM_NULL, "bcast", "flat"), "no communicator is given");
    says(hocket->explain(comm, "bcast", 8, NULL), "no place is given");
    says(hocket->explain(comm, NULL, 8, &now), "unknown collective \"\"");
    broadcast(comm, 100);
    must(!hocket->explain(comm, "bcast", 8, &now) && strncmp(now.algorithm, "knomial", 7) == 0,
         "mistakes change nothing");
    must(!hocket->choose(comm, "bcast", "chain"), "another");
    broadcast(comm, 5000);
    must(!hocket->explain(comm, "bcast", 8, &now) && strncmp(now.algorithm, "chain", 5) == 0, "the other");
    must(!hocket->choose(comm, "bcast", "auto"), "taken back");
    broadcast(comm, 5000);
    must(!hocket->explain(comm, "bcast", 8, &now) && !strstr(now.reason, "info key"), "as if nothing had been said");
}

/* --- explanations and counts --- */

static char heard[4096];

static void hear(const char* line, void* with)
{
    must(with == heard, "the caller's pointer comes back");
    strncat(heard, line, sizeof heard - strlen(heard) - 1);
}

static void listens(MPI_Comm comm)
{
    must(!hocket->choose(comm, "bcast", "kary:k=3"), "one to hear of");
    must(!hocket->listen(hear, heard), "listen");
    broadcast(comm, 100);
    must(!hocket->listen(NULL, NULL), "no more");
    must(rank != 0 || strstr(heard, ": kary:k=3 [info key hocket_bcast]"), "told on rank 0");
    must(rank == 0 || !*heard, "and there alone");
    *heard = 0;
    must(!hocket->choose(comm, "bcast", "flat"), "another one");
    broadcast(comm, 100);
    must(!*heard, "nothing is told after the end");
}

/* Who is told of each call saw persistent ones that others left to the library at once, and came to the call at which
   ranks share memory before them. */
static void counts_alike(void)
{
#if MPI_VERSION >= 4
    MPI_Comm comm;
    MPI_Request request;
    char x = 0;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    if (rank == 0) must(!hocket->listen(hear, heard), "listen");
    for (int i = 0; i < 250; ++i) {
        *heard = 0;
        broadcast(comm, 10);
        MPI_Bcast_init(&x, 1, MPI_CHAR, 0, comm, MPI_INFO_NULL, &request);
        MPI_Request_free(&request);
    }
    if (rank == 0) must(!hocket->listen(NULL, NULL), "no more");
    MPI_Comm_free(&comm);
#endif
}

struct counts {
    unsigned long long calls, own;
};

static void take_count(const struct hocket_count* one, void* with)
{
    struct counts* to = with;
    must(one->own <= one->calls, "ours are some of all");
    if (strcmp(one->collective, "bcast") == 0) to->calls = one->calls, to->own = one->own;
}

static struct counts counted(MPI_Comm comm)
{
    struct counts sum = {0, 0};
    must(!hocket->count(comm, take_count, &sum), "count");
    return sum;
}

static void counts(void)
{
    MPI_Comm comm;
    MPI_Request request;
    char x = 0;
    struct counts before = counted(MPI_COMM_NULL);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    must(counted(comm).calls == 0, "a new one has none");
    must(!hocket->choose(comm, "bcast", "flat"), "one of ours");
    for (int i = 0; i < 5; ++i) broadcast(comm, 10);
    MPI_Ibcast(&x, 1, MPI_CHAR, 0, comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    must(!hocket->choose(comm, "bcast", "native"), "the library's");
    for (int i = 0; i < 3; ++i) broadcast(comm, 10);
    struct counts here = counted(comm);
    must(here.calls == 9, "every call");
    must(ranks == 1 ? here.own == 0 : here.own == 5 || here.own == 6, "ours: the nonblocking one where it can be");
    MPI_Comm_free(&comm);
    struct counts after = counted(MPI_COMM_NULL);
    must(after.calls == before.calls + 9 && after.own == before.own + here.own, "a freed one is not forgotten");
    says(hocket->count(MPI_COMM_NULL, NULL, NULL), "no function is given");
}

static void tries_all(void)
{
    MPI_Comm comm;
    must(strcmp(hocket->version, HOCKET_VERSION) == 0, "version");
    lists();
    if (ranks > 1) {
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        chooses(comm);
        listens(comm);
        MPI_Comm_free(&comm);
        counts_alike();
    }
    counts();
}

/* Programs of before know the beginning of the table. */
static void earlier_versions(void)
{
    const struct hocket_api* (*of)(int);
    *(void**)&of = dlsym(NULL, "hocket_api_of");
    must(of(1) == hocket && !of(0) && !of(hocket_api_version + 1), "versions");
}

int main(int argc, char** argv)
{
    struct hocket_choice now;
    hocket = hocket_here();
    if (hocket) says(hocket->explain(MPI_COMM_WORLD, "bcast", 8, &now), "MPI is not initialised");
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    must(hocket == hocket_here(), "the same table before and after");
    if (hocket) earlier_versions();
    if (hocket) tries_all();
    else
        says(hocket_allreduce_on_stream(NULL, NULL, 0, MPI_INT, MPI_SUM, MPI_COMM_WORLD, NULL),
             "this program runs without");
    MPI_Finalize();
    if (hocket) must(counted(MPI_COMM_NULL).calls > 0, "counts outlive MPI");
    if (hocket) says(hocket->choose(MPI_COMM_WORLD, "bcast", "flat"), "MPI is not initialised, or has been finalised");
    if (rank == 0) puts(hocket ? "ok" : "alone");
    return 0;
}
