/* SPDX-License-Identifier: BSD-3-Clause */
/* device_trials CASE: kernels and memory of others that do not do what the driver says, on the test double and with
 * HOCKET_DEVICE=kernel. They are tried out before their first use on a communicator, so every sum is right. */
#include "device_sums.h"

enum { n = 1000, always = 1000000 };
static char *out, *in;

/* The first sum on a communicator where `what` goes wrong, and those after it. */
static void stays_staged(const char* what, int after, int times)
{
    struct sum s = {out, in, n, -1, 0, 0};
    renew();
    fault(what, after, times);
    must(sum_is_right(&s, what) == MPI_SUCCESS, what);
    fault(what, 0, 0);
    sum(s, 0, "a later one on that communicator");
    renew();
    sum(s, 1, "one on another communicator");
}

static void wrong_kernel(void)
{
    stays_staged("wrong", 0, always);
}

/* The second launch of a trial is that of unaligned buffers; of two groups the third, as each result is handed out. */
static void wrong_kernel_where_nothing_is_aligned(void)
{
    stays_staged("wrong", rank > 0 ? always : ranks == 4 ? 2 : 1, 1);
}

static void memory_of_somebody_else(void)
{
    stays_staged("stranger", 0, always);
}

/* The first rank waits for the program's copy, for two of the trial's and, where it is alone, twice for the program. */
static void kernel_that_fails(void)
{
    stays_staged("wait", rank > 0 ? always : ranks > 1 ? 3 : 5, 1);
}

/* One that has worked says nothing of another one. */
static void each_kernel(void)
{
    int data[n];
    renew();
    sum((struct sum){out, in, n, -1, 0, 0}, 1, "a kernel that works");
    for (int i = 0; i < n; ++i) data[i] = (rank + 1) * i;
    copy(out, data, sizeof data);
    fault("wrong", 0, always);
    must(MPI_Allreduce(out, in, n, MPI_INT, MPI_MAX, comm) == MPI_SUCCESS, "a maximum");
    fault("wrong", 0, 0);
    copy(data, in, sizeof data);
    for (int i = 0; i < n; ++i) must(data[i] == ranks * i, "a wrong maximum");
    sum((struct sum){out, in, n, -1, 0, 0}, 0, "a kernel that worked, beside one that does not");
}

/* It is tried out anew for what else is made of sums. */
static void wrong_form(int blocks)
{
    float data[n], found[n];
    renew();
    int most = blocks ? n / ranks : n, first = blocks ? rank * most : 0;
    sum((struct sum){out, in, n, -1, 0, 0}, 1, "sums that work");
    for (int i = 0; i < n; ++i) data[i] = (float)value(rank, i);
    copy(out, data, sizeof data);
    fault("wrong", 0, always);
    int code = blocks ? MPI_Reduce_scatter_block(out, in, most, MPI_FLOAT, MPI_SUM, comm)
                      : MPI_Scan(out, in, n, MPI_FLOAT, MPI_SUM, comm);
    must(code == MPI_SUCCESS, "blocks or prefixes");
    fault("wrong", 0, 0);
    copy(found, in, sizeof found);
    for (int i = 0; i < most; ++i) {
        float all = 0;
        for (int r = 0; r < (blocks ? ranks : rank + 1); ++r) all += (float)value(r, first + i);
        must(found[i] == all, "wrong blocks or prefixes");
    }
    sum((struct sum){out, in, n, -1, 0, 0}, 0, "sums on that communicator");
}

static void wrong_blocks(void)
{
    wrong_form(1);
}

static void wrong_prefixes(void)
{
    wrong_form(0);
}

/* Never again: in the hot path there is one launch for each group. */
static void once(void)
{
    struct sum s = {out, in, n, -1, 0, 0};
    renew();
    sum(s, 1, "the first one");
    for (int i = 0; i < 5; ++i) {
        long before = launches_of_all();
        s.root = i % 2 ? 0 : -1;
        sum(s, 1, "a later one");
        must(launches_of_all() - before <= (ranks == 4 ? 4 : 1), "a trial in the hot path"); /* two groups: two each */
    }
}

/* Of each process the driver opens one allocation only: what is open from an earlier call was in the way. */
static void mapping_in_the_way(void)
{
    char* other = device_allocate(n * 4, on_device);
    renew();
    fault("one at a time", 0, always);
    for (int i = 0; i < 4; ++i) sum((struct sum){NULL, i % 2 ? other : in, n, -1, 1, 0}, 1, "allocations by turns");
    sum((struct sum){other, in, n, -1, 0, 0}, ranks == 1, "two that are wanted at once");
    fault("one at a time", 0, 0);
    device_free(other);
}

int main(int argc, char** argv)
{
    static const struct {
        const char* name;
        void (*run)(void);
    } cases[] = {
        {"wrong_kernel", wrong_kernel},
        {"wrong_kernel_where_nothing_is_aligned", wrong_kernel_where_nothing_is_aligned},
        {"memory_of_somebody_else", memory_of_somebody_else},
        {"kernel_that_fails", kernel_that_fails},
        {"wrong_blocks", wrong_blocks},
        {"wrong_prefixes", wrong_prefixes},
        {"each_kernel", each_kernel},
        {"once", once},
        {"mapping_in_the_way", mapping_in_the_way},
    };
    int found = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    out = device_allocate(n * 4, on_device), in = device_allocate(n * 4, on_device);
    find_double();
    must(fault && count, "the test double of a driver");
    for (int i = 0; i < (int)(sizeof cases / sizeof *cases); ++i)
        if (argc > 1 && strcmp(argv[1], cases[i].name) == 0) cases[i].run(), ++found;
    must(found == 1, "the name of a case");
    device_free(out);
    device_free(in);
    return end_well();
}
