// SPDX-License-Identifier: BSD-3-Clause
// play FILE: performs a recorded schedule (hocket record --format text) with MPI, and says when each rank began and
// ended. An operation is posted as soon as those that it names with "after" are complete. What arrives is checked.
// SMPI keeps all ranks in one process, so nothing here is global.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct operation {
    char verb; // s, r, c: send, recv, copy
    int peer, context, tag, posted, done;
    size_t count;
    char *into, *from, *after; // after: "0,2", or null
};

struct play {
    int rank, root, operations;
    size_t bytes;
    char *data, *scratch;
    struct operation* all;
    MPI_Request* requests;
};

static void fail(const char* what, const char* where)
{
    fprintf(stderr, "play: %s: %s\n", what, where);
    MPI_Abort(MPI_COMM_WORLD, 1);
    exit(1);
}

static char* spot(struct play* p, const char* text)
{
    size_t offset = strtoul(strchr(text, '+') + 1, NULL, 10);
    return (text[0] == 's' ? p->scratch : p->data) + offset;
}

// "3: send 16 to 2 context 1 from data+0 after 0,1"
static struct operation parsed(struct play* p, char* line)
{
    struct operation op = {0};
    char *rest, *index = strtok_r(line, " \n", &rest), *verb = strtok_r(NULL, " \n", &rest);
    if (!index || !verb || (strcmp(verb, "send") && strcmp(verb, "recv") && strcmp(verb, "copy")))
        fail("valid are send, recv and copy", verb ? verb : line);
    op.verb = verb[0];
    op.count = strtoul(strtok_r(NULL, " \n", &rest), NULL, 10);
    for (char *key, *value; (key = strtok_r(NULL, " \n", &rest)) && (value = strtok_r(NULL, " \n", &rest));) {
        int number = value[0] >= '0' && value[0] <= '9';
        if (!strcmp(key, "after")) op.after = strdup(value);
        else if (!strcmp(key, "context")) op.context = atoi(value);
        else if (number) op.peer = atoi(value); // "to 2" or "from 2"
        else if (!strcmp(key, "into")) op.into = spot(p, value);
        else if (!strcmp(key, "from")) op.from = spot(p, value);
        else fail("unknown word", key);
    }
    int before = 0; // the n-th send of a channel goes to its n-th receive
    for (int i = 0; i < p->operations; ++i)
        before += p->all[i].verb == op.verb && p->all[i].peer == op.peer && p->all[i].context == op.context;
    op.tag = 64 * before + op.context;
    return op;
}

static void read_schedule(struct play* p, const char* name)
{
    char line[4096];
    int mine = 0, rank, ranks, size;
    size_t scratch;
    FILE* file = fopen(name, "r");
    if (!file) fail("cannot read", name);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    while (fgets(line, sizeof line, file)) {
        if (sscanf(line, "ranks %d layout %*s root %d bytes %zu", &ranks, &p->root, &p->bytes) == 3) {
            if (ranks != size) fail("the schedule is for another number of ranks", line);
            p->data = calloc(p->bytes + 1, 1);
        } else if (sscanf(line, "rank %d scratch %zu", &rank, &scratch) == 2) {
            mine = rank == p->rank;
            if (mine) p->scratch = calloc(scratch + 1, 1);
        } else if (mine && strchr(line, ':')) {
            p->all = realloc(p->all, (size_t)(p->operations + 1) * sizeof *p->all);
            p->all[p->operations] = parsed(p, line);
            ++p->operations;
        }
    }
    fclose(file);
    if (!p->data) fail("not a schedule", name);
}

static int ready(const struct play* p, const struct operation* op)
{
    for (const char* at = op->after; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL)
        if (!p->all[atoi(at)].done) return 0;
    return 1;
}

static void post(struct operation* op, MPI_Request* request)
{
    op->posted = 1;
    if (op->verb == 's') MPI_Isend(op->from, (int)op->count, MPI_BYTE, op->peer, op->tag, MPI_COMM_WORLD, request);
    if (op->verb == 'r') MPI_Irecv(op->into, (int)op->count, MPI_BYTE, op->peer, op->tag, MPI_COMM_WORLD, request);
    if (op->verb != 'c') return;
    memcpy(op->into, op->from, op->count);
    op->done = 1;
}

static void perform(struct play* p)
{
    for (int i = 0; i < p->operations; ++i) p->requests[i] = MPI_REQUEST_NULL;
    for (int index = 0; index != MPI_UNDEFINED;) {
        for (int again = 1; again;) { // a copy may be what others wait for
            again = 0;
            for (int i = 0; i < p->operations; ++i) {
                if (p->all[i].posted || !ready(p, &p->all[i])) continue;
                post(&p->all[i], &p->requests[i]);
                again |= p->all[i].done;
            }
        }
        MPI_Waitany(p->operations, p->requests, &index, MPI_STATUS_IGNORE);
        if (index != MPI_UNDEFINED) p->all[index].done = 1;
    }
    for (int i = 0; i < p->operations; ++i)
        if (!p->all[i].done) fail("an operation could never be posted", p->all[i].after);
}

int main(int argc, char** argv)
{
    struct play p = {0};
    MPI_Init(&argc, &argv);
    if (argc != 2) fail("usage", "play FILE");
    MPI_Comm_rank(MPI_COMM_WORLD, &p.rank);
    read_schedule(&p, argv[1]);
    p.requests = malloc((size_t)(p.operations + 1) * sizeof *p.requests);
    for (size_t i = 0; p.rank == p.root && i < p.bytes; ++i) p.data[i] = (char)(i * 31 + i / 251 + 1);
    double began = MPI_Wtime();
    perform(&p);
    double ended = MPI_Wtime();
    for (size_t i = 0; i < p.bytes; ++i)
        if (p.data[i] != (char)(i * 31 + i / 251 + 1)) fail("wrong data", argv[1]);
    printf("rank %d %.9f %.9f\n", p.rank, began, ended);
    MPI_Finalize();
    return 0;
}
