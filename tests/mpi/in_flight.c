/* SPDX-License-Identifier: BSD-3-Clause */
/* in_flight CASE...: what programs do while nonblocking collectives are under way. Prints "ok", or what failed. */
#include "must.h"
#include <pthread.h>
#include <unistd.h>

enum { n = 3000, many = 200 };
/* Every second int. */
static MPI_Datatype with_gaps(void)
{
    MPI_Datatype made;
    MPI_Type_vector(n, 1, 2, MPI_INT, &made);
    MPI_Type_commit(&made);
    return made;
}

/* One made with a large count does not answer to the small questions about how it was made. */
static void free_large(void)
{
#if MPI_VERSION >= 4
    MPI_Datatype large;
    MPI_Type_contiguous_c(5, MPI_DOUBLE, &large);
    MPI_Type_free(&large);
#endif
}

/* Types and operators go right after the call, and other ones come to have their handles. */
static void freed_at_once(void)
{
    static int data[2 * n], mine[n], sum[n];
    MPI_Datatype type = with_gaps(), other;
    MPI_Request requests[2];
    MPI_Op op, another;
    for (int i = 0; i < n; ++i) data[2 * i] = rank == 0 ? i : -1, data[2 * i + 1] = -7, mine[i] = rank + i;
    MPI_Op_create(add_twice, 1, &op);
    MPI_Ibcast(data, 1, type, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Iallreduce(mine, sum, n, MPI_INT, op, MPI_COMM_WORLD, &requests[1]);
    MPI_Type_free(&type);
    MPI_Op_free(&op);
    must(type == MPI_DATATYPE_NULL && op == MPI_OP_NULL, "handles are null");
    free_large();
    MPI_Type_contiguous(5, MPI_DOUBLE, &other);
    MPI_Type_commit(&other);
    MPI_Op_create(spoil, 0, &another);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < n; ++i) {
        must(data[2 * i] == i && data[2 * i + 1] == -7, "data of a freed type");
        must(sum[i] == ranks * (ranks - 1) / 2 + ranks * i, "a freed operator's sum");
    }
    MPI_Type_free(&other);
    MPI_Op_free(&another);
}

static void freed_communicator(void)
{
    static int data[many][n];
    MPI_Request requests[many];
    for (int turn = 0; turn < 20; ++turn) {
        for (int k = 0; k < 3; ++k) {
            MPI_Comm made;
            MPI_Comm_dup(MPI_COMM_WORLD, &made);
            for (int i = 0; i < n; ++i) data[k][i] = rank == k % ranks ? i * k : -1;
            MPI_Ibcast(data[k], n, MPI_INT, k % ranks, made, &requests[k]);
            MPI_Comm_free(&made);
        }
        MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
        for (int k = 0; k < 3; ++k) must(data[k][0] == 0 && data[k][n - 1] == (n - 1) * k, "on a freed communicator");
    }
}

/* More on one communicator than have tags of their own. */
static void many_at_once(void)
{
    static int mine[many], sums[many];
    MPI_Request requests[many];
    for (int k = 0; k < many; ++k) {
        mine[k] = rank * k;
        MPI_Iallreduce(&mine[k], &sums[k], 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[k]);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    for (int k = many - 1; k >= 0; --k) MPI_Wait(&requests[k], MPI_STATUS_IGNORE);
    for (int k = 0; k < many; ++k) must(sums[k] == ranks * (ranks - 1) / 2 * k, "one of many");
}

/* Others cannot go on until this rank has, which waits for something else. */
static void beside_a_receive(void)
{
    MPI_Request request;
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    if (rank == 0) {
        for (int from = 1; from < ranks; ++from) MPI_Recv(NULL, 0, MPI_INT, from, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Send(NULL, 0, MPI_INT, 0, 5, MPI_COMM_WORLD);
    }
}

static void beside_a_probe(void)
{
    MPI_Request request;
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    if (rank == ranks - 1) {
        for (int left = ranks - 1; left > 0; --left) {
            MPI_Status status;
            MPI_Probe(MPI_ANY_SOURCE, 6, MPI_COMM_WORLD, &status);
            MPI_Recv(NULL, 0, MPI_INT, status.MPI_SOURCE, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Send(NULL, 0, MPI_INT, ranks - 1, 6, MPI_COMM_WORLD);
    }
}

/* MPICH's own wait for all ends the program where some are null and a generalized request has not ended. */
static void beside_null(void)
{
    MPI_Request requests[4] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Status statuses[4];
    int mine = rank, sum = -1, come = -1, left = (rank + ranks - 1) % ranks, right = (rank + 1) % ranks, count = -1;
    if (rank == 0) usleep(50000);
    MPI_Iallreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[1]);
    MPI_Irecv(&come, 1, MPI_INT, left, 11, MPI_COMM_WORLD, &requests[3]);
    MPI_Send(&mine, 1, MPI_INT, right, 11, MPI_COMM_WORLD);
    for (int i = 0; i < 4; ++i) statuses[i].MPI_SOURCE = statuses[i].MPI_TAG = -77;
    MPI_Waitall(4, requests, statuses);
    must(sum == ranks * (ranks - 1) / 2 && come == left, "results beside null requests");
    for (int i = 0; i < 4; ++i) must(requests[i] == MPI_REQUEST_NULL, "null in the end");
    must(statuses[3].MPI_SOURCE == left && statuses[3].MPI_TAG == 11, "the status of a receive");
    MPI_Get_count(&statuses[2], MPI_INT, &count);
    must(statuses[0].MPI_SOURCE == MPI_ANY_SOURCE && statuses[2].MPI_TAG == MPI_ANY_TAG && count == 0,
         "empty statuses");
    if (rank == 0) usleep(50000);
    MPI_Iallreduce(&mine, &sum, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD, &requests[2]);
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
    must(sum == ranks - 1, "results where no status is wanted");
}

/* The other functions of many requests. */
static void asked_beside_null(void)
{
    enum { waits_any, waits_some, tests_all, tests_any, tests_some, ways };
    for (int way = 0; way < ways; ++way) {
        MPI_Request requests[3] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL};
        MPI_Status statuses[3];
        int mine = rank, sum = -1, index = -1, many = 0, which[3] = {-1, -1, -1}, done = 0;
        if (rank == 0) usleep(20000);
        MPI_Iallreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[1]);
        if (way == waits_any) MPI_Waitany(3, requests, &index, statuses);
        if (way == waits_some) MPI_Waitsome(3, requests, &many, which, statuses), index = which[0];
        while (way == tests_all && !done) MPI_Testall(3, requests, &done, statuses), index = 1;
        while (way == tests_any && !done) MPI_Testany(3, requests, &index, &done, statuses);
        while (way == tests_some && many == 0) MPI_Testsome(3, requests, &many, which, statuses), index = which[0];
        must(index == 1 && requests[1] == MPI_REQUEST_NULL, "the index beside null requests");
        must(sum == ranks * (ranks - 1) / 2, "a result beside null requests");
    }
}

/* A collective of the same communicator that the library runs, then one that Hocket runs. */
static void beside_collectives(void)
{
    int mine = rank, sum = -1, greatest = -1, all[64];
    MPI_Request request;
    MPI_Iallreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
    MPI_Allgather(&mine, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
    MPI_Allreduce(&mine, &greatest, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    must(sum == ranks * (ranks - 1) / 2 && greatest == ranks - 1 && all[ranks - 1] == ranks - 1, "collectives beside");
}

static void* wait_for(void* request)
{
    MPI_Wait(request, MPI_STATUS_IGNORE);
    return NULL;
}

/* On the threads' communicators in turn; each is waited for by a thread that did not start it. */
static void by_another_thread(void)
{
    static int data[2][n];
    MPI_Comm comms[2];
    for (int k = 0; k < 2; ++k) MPI_Comm_dup(MPI_COMM_WORLD, &comms[k]);
    for (int turn = 0; turn < 50; ++turn) {
        pthread_t threads[2];
        MPI_Request requests[2];
        for (int k = 0; k < 2; ++k) {
            for (int i = 0; i < n; ++i) data[k][i] = rank == turn % ranks ? i + k + turn : -1;
            MPI_Ibcast(data[k], n, MPI_INT, turn % ranks, comms[k], &requests[k]);
            pthread_create(&threads[k], NULL, wait_for, &requests[k]);
        }
        for (int k = 0; k < 2; ++k) pthread_join(threads[k], NULL);
        for (int k = 0; k < 2; ++k) must(data[k][n - 1] == n - 1 + k + turn, "waited for by a thread");
    }
    for (int k = 0; k < 2; ++k) MPI_Comm_free(&comms[k]);
}

/* A status and a request that is null have nothing surprising. */
static void asked(void)
{
    int flag = -1, elements = -1, index;
    MPI_Status status;
    MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Ibarrier(MPI_COMM_WORLD, &requests[1]);
    MPI_Waitany(2, requests, &index, &status);
    must(index == 1 && requests[1] == MPI_REQUEST_NULL, "the index of what has ended");
    MPI_Test_cancelled(&status, &flag);
    MPI_Get_elements(&status, MPI_BYTE, &elements);
    must(flag == 0 && elements == 0, "the status of a collective");
}

/* A message that is too long ends in an error, and so does what is called later there. */
static void truncated(void)
{
    static int data[n];
    int code, class;
    MPI_Comm made;
    MPI_Request request;
    MPI_Comm_dup(MPI_COMM_WORLD, &made);
    MPI_Comm_set_errhandler(made, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    code = MPI_Ibcast(data, rank == 1 ? n - 1 : n, MPI_INT, 0, made, &request);
    if (code == MPI_SUCCESS) code = MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Error_class(code, &class);
    must(class == (rank == 1 ? MPI_ERR_TRUNCATE : MPI_SUCCESS), "the error of a broadcast");
    if (rank == 1) must(MPI_Ibarrier(made, &request) != MPI_SUCCESS, "the same error later");
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Comm_free(&made);
}

/* More at once than have memory to themselves, each with data of its own, told apart by `first`. */
static void sum_many(MPI_Comm comm, int how_many, int first, MPI_Request* requests, int (*mine)[2], int (*sums)[2])
{
    for (int i = 0; i < how_many; ++i) {
        mine[i][0] = rank + first + i, mine[i][1] = 1;
        sums[i][0] = sums[i][1] = -1;
        MPI_Iallreduce(mine[i], sums[i], 2, MPI_INT, MPI_SUM, comm, &requests[i]);
    }
}

/* Each rank hears of them in an order of its own. */
static void hear_of_many(int how_many, int first, MPI_Request* requests, int (*sums)[2])
{
    for (int k = 0; k < how_many; ++k) {
        int i = (k * 7 + rank) % how_many;
        MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
        must(sums[i][0] == ranks * (ranks - 1) / 2 + ranks * (first + i) && sums[i][1] == ranks, "one of many sums");
    }
}

/* Where nothing is forced: the library's own, until a blocking call after many of them makes memory, which those that
 * are in flight then know nothing of; the library's own again after the communicator's info has changed. `before`: how
 * many blocking calls come first. */
static void unasked_after(int before)
{
    enum { at_once = 20, turns = 60 };
    static MPI_Request requests[2][at_once];
    static int mine[2][at_once][2], sums[2][at_once][2];
    MPI_Comm comm;
    MPI_Info info;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    for (int i = 0; i < before; ++i) MPI_Barrier(comm);
    for (int turn = 0; turn < turns; ++turn) {
        sum_many(comm, at_once, turn, requests[0], mine[0], sums[0]);
        if (turn < 5 || turn > 15) MPI_Barrier(comm);
        if (turn == turns / 2) {
            MPI_Info_create(&info);
            MPI_Info_set(info, "hocket_bcast", "knomial");
            MPI_Comm_set_info(comm, info);
            MPI_Info_free(&info);
        }
        sum_many(comm, at_once, turn + 1000, requests[1], mine[1], sums[1]);
        hear_of_many(at_once, turn, requests[0], sums[0]);
        hear_of_many(at_once, turn + 1000, requests[1], sums[1]);
    }
    MPI_Comm_free(&comm);
}

static void unasked(void)
{
    static const int before[] = {0, 1, 190, 250};
    for (int i = 0; i < 4; ++i) unasked_after(before[i]);
}

int main(int argc, char** argv)
{
    static const char* const names[] = {"freed-at-once",  "freed-communicator", "many-at-once",      "beside-a-receive",
                                        "beside-a-probe", "beside-collectives", "by-another-thread", "asked",
                                        "truncated",      "beside-null",        "asked-beside-null", "unasked"};
    static void (*const cases_of[])(void) = {freed_at_once,  freed_communicator, many_at_once,      beside_a_receive,
                                             beside_a_probe, beside_collectives, by_another_thread, asked,
                                             truncated,      beside_null,        asked_beside_null, unasked};
    return run_cases(argc, argv, names, cases_of, (int)(sizeof names / sizeof *names), MPI_THREAD_MULTIPLE);
}
