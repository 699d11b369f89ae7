/* SPDX-License-Identifier: BSD-3-Clause */
/* persistent CASE...: what programs do with persistent collectives. Prints "ok", or what failed. */
#include "init_names.h"
#include "must.h"
#include <stdlib.h>
#include <unistd.h>

enum { n = 3000, rounds = 40, loops = 1500 };
static int sum_of(int round, int i)
{
    return ranks * (ranks - 1) / 2 + ranks * (round + i);
}

/* Other data each time. */
static void again(void)
{
    static int data[n], mine[n], sums[n];
    MPI_Request told, added;
    MPI_Bcast_init(data, n, MPI_INT, ranks - 1, MPI_COMM_WORLD, MPI_INFO_NULL, &told);
    MPI_Allreduce_init(mine, sums, n, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &added);
    for (int round = 0; round < rounds; ++round) {
        for (int i = 0; i < n; ++i) data[i] = rank == ranks - 1 ? round + i : -1, mine[i] = rank + round + i;
        MPI_Start(&told);
        MPI_Start(&added);
        MPI_Wait(&told, MPI_STATUS_IGNORE);
        for (int i = 0; i < n; ++i) must(data[i] == round + i, "data of a round");
        MPI_Wait(&added, MPI_STATUS_IGNORE);
        for (int i = 0; i < n; ++i) must(sums[i] == sum_of(round, i), "sum of a round");
    }
    MPI_Request_free(&told);
    MPI_Request_free(&added);
    must(told == MPI_REQUEST_NULL && added == MPI_REQUEST_NULL, "freed requests are null");
}

/* Each rank starts them in an order of its own, and some of them twice before others begin. */
static void any_order(void)
{
    enum { kinds = 5 };
    static int mine[kinds], sums[kinds];
    MPI_Request requests[kinds];
    for (int k = 0; k < kinds; ++k)
        MPI_Allreduce_init(&mine[k], &sums[k], 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[k]);
    for (int round = 0; round < rounds; ++round) {
        for (int k = 0; k < kinds; ++k) mine[k] = rank + round + k;
        for (int k = 0; k < kinds; ++k) MPI_Start(&requests[(k * (1 + rank % 2) + rank + round) % kinds]);
        MPI_Waitall(kinds, requests, MPI_STATUSES_IGNORE);
        for (int k = 0; k < kinds; ++k) must(sums[k] == sum_of(round, k), "started in any order");
    }
    for (int k = 0; k < kinds; ++k) MPI_Request_free(&requests[k]);
}

/* Beside persistent messages, in one call. */
static void all_at_once(void)
{
    int data[3] = {0}, from = -1, mine = rank, sum = 0;
    MPI_Request requests[4];
    int next = (rank + 1) % ranks, before = (rank + ranks - 1) % ranks;
    MPI_Send_init(&mine, 1, MPI_INT, next, 3, MPI_COMM_WORLD, &requests[0]);
    MPI_Bcast_init(data, 3, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]);
    MPI_Recv_init(&from, 1, MPI_INT, before, 3, MPI_COMM_WORLD, &requests[2]);
    MPI_Allreduce_init(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[3]);
    for (int round = 0; round < rounds; ++round) {
        mine = rank + round, from = sum = -1;
        for (int i = 0; i < 3; ++i) data[i] = rank == 0 ? round * i : -1;
        MPI_Startall(4, requests);
        MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
        must(from == before + round && data[2] == 2 * round && sum == sum_of(round, 0), "all started at once");
    }
    for (int k = 0; k < 4; ++k) MPI_Request_free(&requests[k]);
}

/* A type and an operator that are gone before the first start; other ones come to have their handles. */
static void freed_at_once(void)
{
    static int data[2 * n], mine[n], sums[n];
    MPI_Request requests[2];
    MPI_Datatype type, other;
    MPI_Op op, another;
    MPI_Type_vector(n, 1, 2, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Op_create(add_twice, 1, &op);
    MPI_Bcast_init(data, 1, type, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]);
    MPI_Allreduce_init(mine, sums, n, MPI_INT, op, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]);
    MPI_Type_free(&type);
    MPI_Op_free(&op);
    MPI_Type_contiguous(5, MPI_DOUBLE, &other);
    MPI_Type_commit(&other);
    MPI_Op_create(spoil, 0, &another);
    for (int round = 0; round < rounds; ++round) {
        for (int i = 0; i < n; ++i) {
            data[2 * i] = rank == 0 ? i + round : -1, data[2 * i + 1] = -7;
            mine[i] = rank + round + i;
        }
        MPI_Startall(2, requests);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        for (int i = 0; i < n; ++i) {
            must(data[2 * i] == i + round && data[2 * i + 1] == -7, "data of a freed type");
            must(sums[i] == sum_of(round, i), "a freed operator's sum");
        }
    }
    for (int k = 0; k < 2; ++k) MPI_Request_free(&requests[k]);
    MPI_Type_free(&other);
    MPI_Op_free(&another);
}

/* The communicator goes after the last round, before its requests. */
static void freed_communicator(void)
{
    int mine = rank, sum = -1;
    for (int turn = 0; turn < rounds; ++turn) {
        MPI_Comm made;
        MPI_Request request;
        MPI_Comm_dup(MPI_COMM_WORLD, &made);
        MPI_Allreduce_init(&mine, &sum, 1, MPI_INT, MPI_SUM, made, MPI_INFO_NULL, &request);
        MPI_Start(&request);
        MPI_Comm_free(&made);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        must(sum == sum_of(0, 0), "on a communicator that is freed");
        MPI_Request_free(&request);
    }
}

/* More of them in all than a communicator has tags for; some live on. */
static void many(void)
{
    int mine[2] = {rank, rank}, sums[2];
    enum { held = 15 };
    int idle[held];
    MPI_Request stays, others[held];
    MPI_Allreduce_init(&mine[0], &sums[0], 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &stays);
    for (int i = 0; i < held; ++i) MPI_Bcast_init(&idle[i], 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &others[i]);
    for (int i = 0; i < loops; ++i) {
        MPI_Request request;
        MPI_Allreduce_init(&mine[1], &sums[1], 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
        sums[0] = sums[1] = -1, mine[1] = rank + i + 1;
        MPI_Start(rank % 2 ? &stays : &request);
        MPI_Start(rank % 2 ? &request : &stays);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Wait(&stays, MPI_STATUS_IGNORE);
        must(sums[0] == sum_of(0, 0) && sums[1] == sum_of(0, i + 1), "one of many");
        MPI_Request_free(&request);
    }
    for (int i = 0; i < held; ++i) MPI_Request_free(&others[i]);
    MPI_Request_free(&stays);
}

/* One that is not active is nothing to wait for. */
static void inactive(void)
{
    int done = 0, index = 0, found = 0, value = rank;
    MPI_Status status;
    MPI_Request request;
    MPI_Bcast_init(&value, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    MPI_Wait(&request, &status);
    MPI_Test(&request, &done, &status);
    must(done && status.MPI_SOURCE == MPI_ANY_SOURCE && status.MPI_TAG == MPI_ANY_TAG, "an empty status");
    MPI_Waitany(1, &request, &index, &status);
    MPI_Testsome(1, &request, &found, &index, &status);
    must(index == MPI_UNDEFINED && found == MPI_UNDEFINED && request != MPI_REQUEST_NULL, "none is active");
    MPI_Start(&request);
    MPI_Waitany(1, &request, &index, &status);
    must(index == 0 && value == 0 && request != MPI_REQUEST_NULL, "one was active");
    MPI_Request_get_status(request, &done, &status);
    must(done, "it is not active any longer");
    MPI_Request_free(&request);
}

enum { ways = 8 };

/* In each way that there is to hear of the end of the second of two; the first is not active. */
static void finish(int way, MPI_Request* two)
{
    int done = 0, index = -1, found = 0, which[2] = {-1, -1};
    switch (way) {
    case 0: MPI_Wait(&two[1], MPI_STATUS_IGNORE); return;
    case 1:
        while (!done) MPI_Test(&two[1], &done, MPI_STATUS_IGNORE);
        return;
    case 2: MPI_Waitall(2, two, MPI_STATUSES_IGNORE); return;
    case 3:
        while (!done) MPI_Testall(2, two, &done, MPI_STATUSES_IGNORE);
        return;
    case 4: MPI_Waitany(2, two, &index, MPI_STATUS_IGNORE); break;
    case 5:
        while (!done) MPI_Testany(2, two, &index, &done, MPI_STATUS_IGNORE);
        break;
    case 6: MPI_Waitsome(2, two, &found, which, MPI_STATUSES_IGNORE); break;
    default:
        while (!found) MPI_Testsome(2, two, &found, which, MPI_STATUSES_IGNORE);
    }
    must(index == 1 || (found == 1 && which[0] == 1), "which of two has ended");
}

static void none_is_active(MPI_Request* two)
{
    int index = 0, done = 0, found = 0, which[2];
    MPI_Waitany(2, two, &index, MPI_STATUS_IGNORE);
    must(index == MPI_UNDEFINED, "Waitany finds none after an end has been heard");
    MPI_Testany(2, two, &index, &done, MPI_STATUS_IGNORE);
    must(done && index == MPI_UNDEFINED, "Testany finds none after an end has been heard");
    MPI_Testsome(2, two, &found, which, MPI_STATUSES_IGNORE);
    must(found == MPI_UNDEFINED, "Testsome finds none after an end has been heard");
    MPI_Waitsome(2, two, &found, which, MPI_STATUSES_IGNORE);
    must(found == MPI_UNDEFINED, "Waitsome finds none after an end has been heard");
}

/* A root's short broadcast ends while it is started, and its end is heard once. */
static void heard_once(void)
{
    int value[2] = {0, 0};
    MPI_Request two[2];
    for (int k = 0; k < 2; ++k) MPI_Bcast_init(&value[k], 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &two[k]);
    for (int round = 0; round < 2 * ways * ways; ++round) {
        MPI_Request before = two[0];
        int* mine = &value[(round + 1) % 2];
        *mine = rank == 0 ? round : -1;
        MPI_Start(&two[1]);
        finish(round % 2 ? round / 2 % ways : round / 2 / ways, two);
        must(*mine == round, "a short broadcast that may end while it is started");
        none_is_active(two);
        two[0] = two[1], two[1] = before;
    }
    for (int k = 0; k < 2; ++k) MPI_Request_free(&two[k]);
}

/* Testall that says no has told of none. */
static void told_of_none(void)
{
    int value = 7, from = -1, done = 1, index = -1;
    MPI_Request two[2];
    MPI_Bcast_init(&value, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &two[0]);
    MPI_Recv_init(&from, 1, MPI_INT, rank, 9, MPI_COMM_WORLD, &two[1]);
    for (int round = 0; round < rounds; ++round) {
        MPI_Startall(2, two);
        for (int k = 0; k < 10; ++k) MPI_Testall(2, two, &done, MPI_STATUSES_IGNORE);
        must(!done, "a receive whose message has not been sent");
        MPI_Waitany(2, two, &index, MPI_STATUS_IGNORE);
        must(index == 0, "the broadcast, of which no call has told yet");
        MPI_Send(&round, 1, MPI_INT, rank, 9, MPI_COMM_WORLD);
        MPI_Waitany(2, two, &index, MPI_STATUS_IGNORE);
        must(index == 1 && from == round, "the receive alone");
    }
    for (int k = 0; k < 2; ++k) MPI_Request_free(&two[k]);
}

/* With a thread for progress: it goes on while the program asks MPI for nothing. */
static void without_calls(void)
{
    static volatile int data[n];
    int level = -1;
    MPI_Request request;
    MPI_Query_thread(&level);
    must(level == MPI_THREAD_SINGLE, "the program's own level of threads");
    MPI_Bcast_init((void*)data, n, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    for (int round = 1; round <= rounds; ++round) {
        for (int i = 0; i < n; ++i) data[i] = rank == 0 ? round * i : -1;
        MPI_Start(&request);
        for (double from = MPI_Wtime(); data[n - 1] != round * (n - 1);)
            must(MPI_Wtime() - from < 10, "a broadcast that nobody asks about");
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&request);
}

static int last_value = -1;
static MPI_Request last_request;
static int was_used;

static void must_have_been_used(void)
{
    if (!was_used) fprintf(stderr, "FAILED: MPI has ended without what is at MPI_COMM_SELF\n"), _exit(1);
}

static int use_and_free(MPI_Comm comm, int key, void* value, void* extra)
{
    (void)comm, (void)key, (void)value, (void)extra;
    last_value = rank == 0 ? 11 : -1;
    MPI_Start(&last_request);
    MPI_Wait(&last_request, MPI_STATUS_IGNORE);
    must(last_value == 11, "a broadcast started while MPI ends");
    MPI_Request_free(&last_request);
    must(last_request == MPI_REQUEST_NULL, "a request freed while MPI ends");
    was_used = 1;
    return MPI_SUCCESS;
}

/* MPI_Finalize first deletes what is at MPI_COMM_SELF, where programs put what is to be done in the end. */
static void at_the_end(void)
{
    int key;
    atexit(must_have_been_used);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, use_and_free, &key, NULL);
    MPI_Comm_set_attr(MPI_COMM_SELF, key, &key);
    MPI_Bcast_init(&last_value, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &last_request);
}

/* Where nothing is forced: what goes by the measurements of one node, then others that an info key names. Nonblocking
 * ones once took the memory of persistent ones. */
static void by_turns(void)
{
    enum { some = 20 };
    int one = rank, sum = -1, all[64], data[some];
    MPI_Comm comm;
    MPI_Info info;
    MPI_Request again, once[some];
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
    MPI_Allgather_init(&one, 1, MPI_INT, all, 1, MPI_INT, comm, MPI_INFO_NULL, &again);
    MPI_Info_create(&info);
    MPI_Info_set(info, "hocket_bcast", "knomial");
    MPI_Comm_set_info(comm, info);
    MPI_Info_free(&info);
    MPI_Barrier(comm);
    for (int round = 0; round < rounds; ++round) {
        one = rank + round;
        for (int i = 0; i < some; ++i) data[i] = rank == i % ranks ? round + i : -1;
        for (int i = 0; i < some; ++i) {
            if (i == (rank + round) % some) MPI_Start(&again); /* elsewhere on each rank */
            MPI_Ibcast(&data[i], 1, MPI_INT, i % ranks, comm, &once[i]);
        }
        MPI_Waitall(some, once, MPI_STATUSES_IGNORE);
        MPI_Wait(&again, MPI_STATUS_IGNORE);
        for (int i = 0; i < some; ++i) must(data[i] == round + i, "nonblocking beside persistent ones");
        for (int r = 0; r < ranks; ++r) must(all[r] == r + round, "a persistent one beside nonblocking ones");
    }
    MPI_Request_free(&again);
    MPI_Comm_free(&comm);
}

/* Communicators have memory for theirs until a process may share no more; others do without. */
static void used_up(void)
{
    enum { some = 60 };
    int mine = rank, sums[some];
    MPI_Comm comms[some];
    MPI_Request all[some];
    for (int i = 0; i < some; ++i) {
        MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
        MPI_Allreduce_init(&mine, &sums[i], 1, MPI_INT, MPI_SUM, comms[i], MPI_INFO_NULL, &all[i]);
    }
    for (int round = 0; round < 3; ++round) {
        mine = rank + round;
        for (int i = 0; i < some; ++i) sums[i] = -1;
        MPI_Startall(some, all);
        MPI_Waitall(some, all, MPI_STATUSES_IGNORE);
        for (int i = 0; i < some; ++i) must(sums[i] == sum_of(0, round), "with memory or without");
    }
    for (int i = 0; i < some; ++i) MPI_Request_free(&all[i]), MPI_Comm_free(&comms[i]);
}

/* The program ends with a request that it has not freed. */
static void left(void)
{
    static int value;
    static MPI_Request request;
    MPI_Bcast_init(&value, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

int main(int argc, char** argv)
{
    static const char* const names[] = {"again", "any-order",  "all-at-once", "freed-at-once", "freed-communicator",
                                        "many",  "inactive",   "heard-once",  "told-of-none",  "without-calls",
                                        "left",  "at-the-end", "by-turns",    "used-up"};
    static void (*const cases_of[])(void) = {again, any_order,  all_at_once, freed_at_once, freed_communicator,
                                             many,  inactive,   heard_once,  told_of_none,  without_calls,
                                             left,  at_the_end, by_turns,    used_up};
    return run_cases(argc, argv, names, cases_of, (int)(sizeof names / sizeof *names), MPI_THREAD_SINGLE);
}
