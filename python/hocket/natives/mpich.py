# SPDX-License-Identifier: BSD-3-Clause
"""Algorithms of MPICH's selection trees: what each demands, its parameters, and the variables that force it."""

from dataclasses import dataclass

from hocket.natives.choice import GENERIC, Choice, Value, choice
from hocket.natives.ompi import number

VERSIONS = ("4.0", "4.1", "4.2", "4.3", "5.0")


@dataclass(frozen=True)
class Leaf:
    """`demands`: commutes, built_in, enough (an element for each rank of a power of two), power_of_two, regular (equal
    blocks), parent, consecutive, not_in_place, in_place. `parameters`: with what the library takes by itself."""

    demands: tuple[str, ...] = ()
    parameters: tuple[tuple[str, Value], ...] = ()
    tried: tuple[dict[str, Value], ...] = ({},)
    since: str = "4.0"
    until: str = "9"


def leaf(demands: str = "", since: str = "4.0", tried: tuple[dict[str, Value], ...] = ({},), **more: Value) -> Leaf:
    return Leaf(tuple(demands.split()), tuple(more.items()), tried, since)


RADIX = ({"k": 2}, {"k": 4}, {"k": 8})
TREES = tuple({"tree_type": t, "k": k} for t, k in (("kary", 2), ("kary", 4), ("knomial_2", 2), ("knomial_2", 4)))
CHAINS = tuple({"tree_type": "kary", "k": k, "chunk_size": size} for k in (1, 2) for size in (8192, 65536))
SCATTERS = {
    "noncommutative": leaf("power_of_two"),
    "pairwise": leaf("commutes"),
    "recursive_doubling": leaf(),
    "recursive_halving": leaf("commutes"),
}
BARRIERS = {
    "dissemination": Leaf(until="4.1"),
    "k_dissemination": leaf(since="4.1", tried=RADIX, k=2),
    "recexch": leaf(since="4.1", tried=RADIX, k=2, single_phase_recv=0),
    "smp": leaf("parent"),
}
BCASTS = {
    "binomial": leaf(),
    "scatter_recursive_doubling_allgather": leaf(),
    "scatter_ring_allgather": leaf(),
    "smp": leaf("parent"),
    "tree": leaf(since="4.1", tried=TREES, tree_type="kary", k=2, is_non_blocking=1),
    "pipelined_tree": leaf(
        since="4.1", tried=CHAINS, tree_type="kary", k=2, is_non_blocking=1, chunk_size=8192, recv_pre_posted=0
    ),
}
ALLGATHERS = {
    "brucks": leaf(),
    "k_brucks": leaf(since="4.1", tried=RADIX[1:], k=2),
    "recursive_doubling": leaf("power_of_two"),
    "ring": leaf(),
    "recexch_doubling": leaf(since="4.2", tried=RADIX, k=2, single_phase_recv=0),
    "recexch_halving": leaf(since="4.2", tried=RADIX, k=2, single_phase_recv=0),
}
ALLTOALLS = {
    "brucks": leaf("not_in_place"),
    "k_brucks": leaf("not_in_place", since="4.1", tried=RADIX[1:], k=2),
    "pairwise": leaf("not_in_place"),
    "scattered": leaf("not_in_place"),
    "pairwise_sendrecv_replace": leaf("in_place"),
}
ALLREDUCES = {
    "smp": leaf("parent commutes"),
    "recursive_doubling": leaf(),
    "recursive_multiplying": leaf("commutes", since="4.3", tried=RADIX, k=2),
    "reduce_scatter_allgather": leaf("built_in enough"),
    "tree": leaf("commutes", since="4.1", tried=TREES, tree_type="kary", k=2, chunk_size=0, buffer_per_child=0),
    "recexch": leaf("commutes", since="4.1", tried=RADIX, k=2, single_phase_recv=0),
    "ring": leaf("commutes", since="4.1"),
    "k_reduce_scatter_allgather": leaf("commutes enough", since="4.1", tried=RADIX, k=2, single_phase_recv=0),
}
VECTORS = {"scattered": leaf("not_in_place"), "pairwise_sendrecv_replace": leaf("in_place")}
TABLE: dict[str, dict[str, Leaf]] = {
    "barrier": BARRIERS,
    "bcast": BCASTS,
    "gather": {"binomial": leaf()},
    "gatherv": {"linear": leaf()},
    "scatter": {"binomial": leaf()},
    "scatterv": {"linear": leaf()},
    "allgather": ALLGATHERS,
    "allgatherv": {"brucks": leaf(), "recursive_doubling": leaf("power_of_two"), "ring": leaf()},
    "alltoall": ALLTOALLS,
    "alltoallv": VECTORS,
    "alltoallw": VECTORS,
    "reduce": {
        "binomial": leaf(),
        "smp": leaf("parent commutes"),
        "reduce_scatter_gather": leaf("built_in enough"),
    },
    "allreduce": ALLREDUCES,
    "reduce_scatter": SCATTERS | {"noncommutative": leaf("power_of_two regular")},
    "reduce_scatter_block": SCATTERS,
    # No version before 4.1 can ask a scan whether its operator commutes, and none's own tree does.
    "scan": {"smp": leaf("consecutive"), "recursive_doubling": leaf()},
    "exscan": {"recursive_doubling": leaf()},
}
ALL_COMMUNICATORS = {"gatherv", "scatterv"}  # their leaves say allcomm, not intra
BY_BLOCK = {"alltoall"}  # average size: one block
BY_AVERAGE = {"bcast", "allreduce", "reduce", "alltoall"}  # the only ones with an average size
TIMES_RANKS = {"allgather", "reduce_scatter_block"}  # total size: ranks times what a table calls bytes
# Of these no size is the same on all ranks, or none is compared, or there is one algorithm only.
ANY_SIZE = {"barrier", "gather", "scatter", "gatherv", "scatterv", "alltoallv", "alltoallw", "scan", "exscan"}
RADICES = {
    "k_dissemination": "DISSEM_KVAL",
    "k_brucks": "BRUCKS_KVAL",
    "tree": "TREE_KVAL",
    "pipelined_tree": "TREE_KVAL",
    "recursive_multiplying": "RECURSIVE_MULTIPLYING_KVAL",
}
VARIABLES = {
    "tree_type": "TREE_TYPE",
    "chunk_size": "TREE_PIPELINE_CHUNK_SIZE",
    "is_non_blocking": "IS_NON_BLOCKING",
    "recv_pre_posted": "RECV_PRE_POST",
    "buffer_per_child": "TREE_BUFFER_PER_CHILD",
    "single_phase_recv": "RECEXCH_SINGLE_PHASE_RECV",
}


def edition(version: str) -> str:
    """4.0 of 4.0.2; empty for one that is not known."""
    two = ".".join(version.split(".")[:2])
    return two if two in VERSIONS else ""


def algorithms(collective: str, version: str) -> dict[str, Leaf]:
    rows = TABLE.get(collective, {}).items()
    return {n: row for n, row in rows if number(row.since) <= number(version) < number(row.until)}


def full(collective: str, chosen: Choice) -> dict[str, Value]:
    """All parameters: what a choice leaves open as the library has it."""
    return dict(TABLE[collective][chosen.algorithm].parameters) | dict(chosen.parameters)


def message(collective: str, size: int, ranks: int) -> int:
    """What is compared with the sizes in a tree, where a table says `size` bytes."""
    return size * ranks if collective in TIMES_RANKS else size


def candidates(collective: str, version: str, ranks: int) -> list[Choice]:
    """Without those for special buffers or communicators, which would not run everywhere."""
    here = algorithms(collective, version).items()
    bad = {"in_place", "parent", "consecutive"} | (set() if ranks & (ranks - 1) == 0 else {"power_of_two"})
    found = [choice(name, **some) for name, row in here if not bad & {*row.demands} for some in row.tried]
    return [GENERIC, *found] if len(here) > 1 else []


def force(collective: str, chosen: Choice, version: str) -> dict[str, str]:
    own = f"MPIR_CVAR_{collective.upper()}_"
    found = {own + "DEVICE_COLLECTIVE": "0"}
    if chosen == GENERIC:
        return found
    found[own + "INTRA_ALGORITHM"] = chosen.algorithm
    for name, value in full(collective, chosen).items():
        found[own + (RADICES.get(chosen.algorithm, "RECEXCH_KVAL") if name == "k" else VARIABLES[name])] = str(value)
    return found
