// SPDX-License-Identifier: BSD-3-Clause
// MPI_Waitall where some of the requests may be null, and some are generalized ones that have not ended: MPICH's own
// ends the program then.
#include "interpose/handlers.hpp"
#include "interpose/process.hpp"
#include <algorithm>
#include <vector>

namespace hocket::handle {

namespace {

#if defined(HOCKET_ABI_MPICH)
bool cannot_be_asked_together(int n, const MPI_Request* requests)
{
    if (n < 2 || !requests || process::here().nonblocking().unheard() == 0) return false;
    return std::find(requests, requests + n, MPI_REQUEST_NULL) != requests + n;
}
#else
bool cannot_be_asked_together(int, const MPI_Request*)
{
    return false;
}
#endif

// As the library has it.
void tell_null(MPI_Status& status, bool with_error)
{
    auto none = MPI_REQUEST_NULL;
    mpi.Wait(&none, &status);
    if (with_error) status.MPI_ERROR = MPI_SUCCESS;
}

int wait_for_others(int n, MPI_Request* requests, MPI_Status* statuses)
{
    std::vector<MPI_Request> there;
    for (int i = 0; i < n; ++i)
        if (requests[i] != MPI_REQUEST_NULL) there.push_back(requests[i]);
    bool heard = statuses != MPI_STATUSES_IGNORE;
    std::vector<MPI_Status> told(heard ? there.size() : 0);
    int code = mpi.Waitall(int(there.size()), there.data(), heard ? told.data() : MPI_STATUSES_IGNORE);
    for (int i = 0, k = 0; i < n; ++i) {
        bool null = requests[i] == MPI_REQUEST_NULL;
        if (heard && null) tell_null(statuses[i], code == MPI_ERR_IN_STATUS);
        if (heard && !null) statuses[i] = told[std::size_t(k)];
        if (!null) requests[i] = there[std::size_t(k++)];
    }
    return code;
}

} // namespace

int wait_for_all(int n, MPI_Request* requests, MPI_Status* statuses)
{
    if (cannot_be_asked_together(n, requests)) return wait_for_others(n, requests, statuses);
    return mpi.Waitall(n, requests, statuses);
}

} // namespace hocket::handle
