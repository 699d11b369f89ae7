// SPDX-License-Identifier: BSD-3-Clause
// What runs behind each symbol of the door.
#pragma once
#include "interpose/door/table.h"
#include "transports/mpi/mpi.hpp"

namespace hocket::handle {

// start.cpp
int Init(int* argc, char*** argv);
int Init_thread(int* argc, char*** argv, int required, int* provided);
int Query_thread(int* provided);
int Session_init(MPI_Info info, MPI_Errhandler errors, MPI_Session* session);
// finish.cpp
int Finalize();
int Session_finalize(MPI_Session* session);
int Comm_free(MPI_Comm* comm);
int Comm_disconnect(MPI_Comm* comm);
int Comm_revoke(MPI_Comm comm);
// info.cpp
int Comm_set_info(MPI_Comm comm, MPI_Info info);
int Comm_dup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm* made);
int Comm_split_type(MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm* made);
int Comm_create_from_group(MPI_Group group, const char* tag, MPI_Info info, MPI_Errhandler errors, MPI_Comm* made);
// created.cpp
int Comm_shrink(MPI_Comm comm, MPI_Comm* made);
int Comm_dup(MPI_Comm comm, MPI_Comm* made);
int Comm_split(MPI_Comm comm, int colour, int key, MPI_Comm* made);
int Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm* made);
int Comm_create_group(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm* made);
int Intercomm_merge(MPI_Comm comm, int high, MPI_Comm* made);
int Cart_create(MPI_Comm comm, int dimensions, const int* sizes, const int* periods, int reorder, MPI_Comm* made);
int Cart_sub(MPI_Comm comm, const int* remain, MPI_Comm* made);
int Graph_create(MPI_Comm comm, int nodes, const int* index, const int* edges, int reorder, MPI_Comm* made);
int Dist_graph_create(MPI_Comm comm, int n, const int* sources, const int* degrees, const int* targets,
                      const int* weights, MPI_Info info, int reorder, MPI_Comm* made);
int Dist_graph_create_adjacent(MPI_Comm comm, int in, const int* sources, const int* weights, int out,
                               const int* targets, const int* out_weights, MPI_Info info, int reorder, MPI_Comm* made);
// persistent.cpp
int Start(MPI_Request* request);
int Startall(int n, MPI_Request* requests);
int Request_free(MPI_Request* request);
int Wait(MPI_Request* request, MPI_Status* status);
int Test(MPI_Request* request, int* done, MPI_Status* status);
int Waitall(int n, MPI_Request* requests, MPI_Status* statuses);
// As the library's, but for what it cannot wait for.
int wait_for_all(int n, MPI_Request* requests, MPI_Status* statuses);
int Testall(int n, MPI_Request* requests, int* done, MPI_Status* statuses);
int Waitany(int n, MPI_Request* requests, int* which, MPI_Status* status);
int Testany(int n, MPI_Request* requests, int* which, int* done, MPI_Status* status);
int Waitsome(int n, MPI_Request* requests, int* found, int* which, MPI_Status* statuses);
int Testsome(int n, MPI_Request* requests, int* found, int* which, MPI_Status* statuses);
int Request_get_status_any(int n, const MPI_Request* requests, int* which, int* done, MPI_Status* status);
int Request_get_status_some(int n, const MPI_Request* requests, int* found, int* which, MPI_Status* statuses);
// in_flight.cpp
int Type_free(MPI_Datatype* type);
int Op_free(MPI_Op* op);

// The collectives, made in entries.hpp.
#define X(name) extern const hocket_function name;
#include "interpose/collectives.def"
#undef X

} // namespace hocket::handle
