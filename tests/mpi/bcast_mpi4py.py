# SPDX-License-Identifier: BSD-3-Clause
"""An mpi4py program: buffers (which go through MPI_Bcast_c on MPI 4 libraries), a strided type and pickled objects."""

import sys

from mpi4py import MPI

world = MPI.COMM_WORLD


def expect(right: bool, what: str) -> None:
    if not right:
        print(f"FAILED: {what} on rank {world.rank}", file=sys.stderr, flush=True)
        world.Abort(1)


def broadcast_from(root: int) -> None:
    data = bytearray(100003)
    if world.rank == root:
        data[:] = bytes(i % 251 for i in range(len(data)))
    world.Bcast(data, root)
    expect(data == bytes(i % 251 for i in range(len(data))), "buffer")

    column = MPI.BYTE.Create_vector(500, 1, 7).Commit()
    matrix = bytearray(500 * 7)
    if world.rank == root:
        matrix[::7] = bytes(i % 250 + 1 for i in range(500))
    world.Bcast([matrix, 1, column], root)
    expect(matrix[::7] == bytes(i % 250 + 1 for i in range(500)), "column")
    expect(sum(matrix) == sum(matrix[::7]), "other columns")
    column.Free()

    thing = {"root": root, "list": list(range(1000))} if world.rank == root else None
    expect(world.bcast(thing, root) == {"root": root, "list": list(range(1000))}, "object")


for rank in range(world.size):
    broadcast_from(rank)
if world.rank == 0:
    print("ok")
