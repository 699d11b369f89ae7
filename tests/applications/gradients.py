# SPDX-License-Identifier: BSD-3-Clause
"""Conjugate gradients on a 1D Laplacian by mpi4py, without NumPy: numbers in arrays, other objects pickled."""

from array import array

from mpi4py import MPI

comm = MPI.COMM_WORLD
rank, ranks = comm.Get_rank(), comm.Get_size()
LENGTH = 401  # of every rank's part


def beside(x):
    """The elements before and after this rank's, by a collective on purpose: everybody's ends."""
    ends = array("d", [0.0] * 2 * ranks)
    comm.Allgather([array("d", [x[0], x[-1]]), MPI.DOUBLE], [ends, MPI.DOUBLE])
    return (ends[2 * rank - 1] if rank > 0 else 0.0), (ends[2 * rank + 2] if rank + 1 < ranks else 0.0)


def times_matrix(x):
    before, after = beside(x)
    padded = [before, *x, after]
    return [2.001 * padded[i] - padded[i - 1] - padded[i + 1] for i in range(1, LENGTH + 1)]


def dot(x, y):
    total = array("d", [0.0])
    mine = array("d", [sum(a * b for a, b in zip(x, y, strict=True))])
    comm.Allreduce([mine, MPI.DOUBLE], [total, MPI.DOUBLE], op=MPI.SUM)
    return total[0]


right = comm.scatter(
    [[1.0 + (r * LENGTH + i) % 13 for i in range(LENGTH)] for r in range(ranks)] if rank == 0 else None
)
x, residual = [0.0] * LENGTH, list(right)
direction, square = list(right), dot(right, right)
steps = 0
while square > 1e-16 and steps < 400:
    image = times_matrix(direction)
    length = square / dot(direction, image)
    x = [a + length * b for a, b in zip(x, direction, strict=True)]
    residual = [a - length * b for a, b in zip(residual, image, strict=True)]
    square, former = dot(residual, residual), square
    direction = [a + square / former * b for a, b in zip(residual, direction, strict=True)]
    steps += 1
parts = comm.gather({"rank": rank, "sum": sum(x)})
told = comm.bcast(parts and [round(part["sum"], 3) for part in parts])
requests = [comm.Iallreduce([array("i", [k]), MPI.INT], [array("i", [0]), MPI.INT], op=MPI.MAX) for k in range(3)]
MPI.Request.Waitall(requests)
if rank == 0:
    print("steps", steps, "sums", *told)
