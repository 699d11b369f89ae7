! SPDX-License-Identifier: BSD-3-Clause
! One text for all bindings and forms. BINDING is 1 (mpif.h), 2 (use mpi) or 3 (use mpi_f08), FORM is 0 (blocking),
! 1 (nonblocking) or 2 (persistent):
! DESCRIPTORS is 1 where calls of mpi_f08 take sections of arrays as they are. EXTENDED is defined where persistent ones
! are MPIX_Bcast_init and so on.
!
!     call C(bcast)(buffer, count, type, root, comm MORE)
!     call finish()
#if BINDING == 1
#define USED
#define INCLUDED include 'mpif.h'
#elif BINDING == 2
#define USED use mpi
#define INCLUDED
#else
#define USED use mpi_f08
#define INCLUDED
#endif

! Each include stands on a line of its own.
#define USED_TOO
#define INCLUDED_TOO
#ifdef EXTENDED
#if BINDING == 1
#undef INCLUDED_TOO
#define INCLUDED_TOO include 'mpif-ext.h'
#elif BINDING == 2
#undef USED_TOO
#define USED_TOO use mpi_ext
#else
#undef USED_TOO
#define USED_TOO use mpi_f08_ext
#endif
#endif

#if BINDING == 3
#define HANDLE(kind) type(kind)
#else
#define HANDLE(kind) integer
#endif

! The preprocessor is the traditional one: a comment is nothing, and joins what stands on both sides, if no space does.
#if FORM == 0
#define C(name) MPI_/**/name
#define MORE , ierror
#elif FORM == 1
#define C(name) MPI_I/**/name
#define MORE , request, ierror
#else
#ifdef EXTENDED
#define C(name) MPIX_/**/name/**/_init
#else
#define C(name) MPI_/**/name/**/_init
#endif
#define MORE , MPI_INFO_NULL, request, ierror
#endif
