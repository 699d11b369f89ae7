# SPDX-License-Identifier: BSD-3-Clause
"""Algorithms of Open MPI's component `tuned`: ids of 4.1, 5.0 and 6.0, parameters, variables that force them."""

from hocket.natives.choice import Choice, choice

# id of the collective, algorithms from id 1 on. Those after a bar came with the version behind it.
TABLE = {
    "allgather": (0, "linear bruck recursive_doubling ring neighbor two_proc | 5.0 sparbit | 6.0 direct-messaging"),
    "allgatherv": (1, "default bruck ring neighbor two_proc | 5.0 sparbit"),
    "allreduce": (
        2,
        "basic_linear nonoverlapping recursive_doubling ring segmented_ring rabenseifner | 6.0 allgather_reduce",
    ),
    "alltoall": (3, "linear pairwise modified_bruck linear_sync two_proc"),
    "alltoallv": (4, "basic_linear pairwise"),
    "barrier": (6, "linear double_ring recursive_doubling bruck two_proc tree"),
    "bcast": (
        7,
        "basic_linear chain pipeline split_binary_tree binary_tree binomial knomial scatter_allgather"
        " scatter_allgather_ring",
    ),
    "exscan": (8, "linear recursive_doubling"),
    "gather": (9, "basic_linear binomial linear_sync"),
    "reduce": (11, "linear chain pipeline binary binomial in-order_binary rabenseifner | 6.0 knomial"),
    "reduce_scatter": (12, "non-overlapping recursive_halving ring butterfly"),
    "reduce_scatter_block": (13, "basic_linear recursive_doubling recursive_halving butterfly"),
    "scan": (14, "linear recursive_doubling"),
    "scatter": (15, "basic_linear binomial linear_nb"),
}
# What a rule may say beside the algorithm, and what is worth trying. 0: the library's own value.
SEGMENTS = {"segsize": (0, 8192, 65536)}
PARAMETERS: dict[tuple[str, str], dict[str, tuple[int, ...]]] = {
    ("bcast", "chain"): {"faninout": (4,)} | SEGMENTS,
    ("reduce", "chain"): {"faninout": (4,)} | SEGMENTS,
    ("allreduce", "segmented_ring"): {"segsize": (65536, 1048576)},
    ("alltoall", "linear_sync"): {"max_requests": (1, 8, 32)},
    ("gather", "linear_sync"): {"segsize": (0,)},
}
PARAMETERS |= {("bcast", a): SEGMENTS for a in ["pipeline", "split_binary_tree", "binary_tree", "binomial", "knomial"]}
PARAMETERS |= {("reduce", a): SEGMENTS for a in ["pipeline", "binary", "binomial", "in-order_binary"]}

# Run by a rule or by force, these reduce in an order of their own, whatever the operator: observed with 4.1.4 and
# 5.0.11. Only the library's own decision looks whether it commutes.
OUT_OF_ORDER = {
    ("reduce", "chain"),
    ("reduce", "pipeline"),
    ("reduce", "binary"),
    ("reduce", "binomial"),
    ("reduce", "knomial"),
    ("allreduce", "ring"),
    ("allreduce", "segmented_ring"),
    ("reduce_scatter", "recursive_halving"),
    ("reduce_scatter", "ring"),
}
# The number of bytes by which these decide is not the same on all ranks (only the root's or each rank's own counts), or
# says nothing of the message: one rule for all sizes.
ANY_SIZE = {"gather", "scatter", "scan", "exscan", "barrier", "alltoallv"}
BY_TOTAL = {"alltoall", "allgather", "reduce_scatter_block"}  # ranks times what a table calls bytes
VARIABLES = {"segsize": "segmentsize", "faninout": "chain_fanout", "max_requests": "max_requests"}


def number(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".")[:3] if part.isdigit())


def algorithms(collective: str, version: str) -> list[str]:
    """From id 1 on; none for a collective without rules."""
    found, since = [], (0,)
    for part in TABLE.get(collective, (0, ""))[1].split("|"):
        words = part.split()
        if found:
            since, words = number(words[0]), words[1:]
        if number(version) >= since:
            found += words
    return found


def id_of(collective: str, algorithm: str, version: str) -> int:
    """0: there is none."""
    names = algorithms(collective, version)
    return names.index(algorithm) + 1 if algorithm in names else 0


def message(collective: str, size: int, ranks: int) -> int:
    """What Open MPI calls the message size, where a table says `size` bytes."""
    return size * ranks if collective in BY_TOTAL else size


def candidates(collective: str, version: str, ranks: int, out_of_order: bool = False) -> list[Choice]:
    found = []
    for name in algorithms(collective, version):
        if (name == "two_proc" and ranks != 2) or ((collective, name) in OUT_OF_ORDER and not out_of_order):
            continue
        tried = PARAMETERS.get((collective, name), {})
        found += spread(name, tried)
    return found


def spread(name: str, tried: dict[str, tuple[int, ...]]) -> list[Choice]:
    values: list[dict[str, int]] = [{}]
    for parameter, some in tried.items():
        values = [one | ({parameter: value} if value else {}) for one in values for value in some]
    return [choice(name, **one) for one in values]


def force(collective: str, chosen: Choice, version: str) -> dict[str, str]:
    """The variables that make the library run it on every communicator."""
    own = f"OMPI_MCA_coll_tuned_{collective}_algorithm"
    found = {
        "OMPI_MCA_coll_han_priority": "0",
        "OMPI_MCA_coll_tuned_use_dynamic_rules": "1",
        own: str(id_of(collective, chosen.algorithm, version)),
    }
    return found | {f"{own}_{VARIABLES[name]}": str(value) for name, value in chosen.parameters}
